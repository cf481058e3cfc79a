"""Mail domains: common providers, and the organization's domain of an address."""

from typing import Final

_NAMES: Final = """
126.com 163.com a1.net aim.com alice.it aliyun.com ameritech.net aol.com arcor.de att.net bbox.fr bell.net
bellsouth.net bigpond.com bigpond.net.au bk.ru bluewin.ch blueyonder.co.uk bol.com.br brighthouse.com btinternet.com
btopenworld.com cableone.net centrum.cz centurylink.net centurytel.net charter.net cincibell.net cogeco.ca
comcast.net consolidated.net cox.net cspire.com daum.net docomo.ne.jp duck.com earthlink.net eastlink.ca email.com
embarqmail.com ezweb.ne.jp fastmail.com fastmail.fm foxmail.com free.fr freemail.hu freenet.de frontier.com
frontiernet.net globo.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net gmx.us googlemail.com hanmail.net hetnet.nl
hey.com hotmail.ca hotmail.co.uk hotmail.com hotmail.com.au hotmail.com.br hotmail.com.mx hotmail.de hotmail.es
hotmail.fr hotmail.it hotmail.nl hotmail.se hughes.net hushmail.com icloud.com ig.com.br iinet.net.au inbox.com
inbox.ru interia.pl juno.com kpnmail.nl laposte.net libero.it list.ru live.ca live.co.uk live.com live.com.au
live.com.mx live.de live.dk live.fr live.it live.nl live.se mac.com mail.com mail.ru me.com mediacombb.net
mindspring.com mozmail.com msn.com myyahoo.com nate.com naver.com netzero.com netzero.net neuf.fr ntlworld.com o2.pl
onet.pl online.de online.no optimum.net optonline.net optusnet.com.au orange.fr outlook.ca outlook.co.uk outlook.com
outlook.com.au outlook.com.br outlook.com.mx outlook.de outlook.dk outlook.es outlook.fr outlook.in outlook.it
pacbell.net passport.com planet.nl pm.me privaterelay.appleid.com prodigy.net prodigy.net.mx proton.me protonmail.ch
protonmail.com q.com qq.com rambler.ru rediffmail.com roadrunner.com rocketmail.com rogers.com rr.com sapo.pt
sasktel.net sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com sky.com skynet.be snet.net softbank.ne.jp
sohu.com spectrum.net suddenlink.net swbell.net sympatico.ca t-online.de talktalk.net tds.net telefonica.net
telenet.be telia.com telus.net terra.com.br terra.es tim.it tin.it tiscali.co.uk tpg.com.au tuta.com tuta.io
tutanota.com twc.com ukr.net uol.com.br usa.com usa.net verizon.net videotron.ca virgilio.it virginmedia.com
wanadoo.fr web.de windstream.net wowway.com wp.pl xfinity.com xs4all.nl xtra.co.nz ya.ru yahoo.ca yahoo.co.in
yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de yahoo.es yahoo.fr
yahoo.in yahoo.it yandex.com yandex.ru yeah.net ymail.com ziggo.nl zoho.com zohomail.com
"""
COMMON_PROVIDERS: Final = frozenset(_NAMES.split())
"""Mail providers open to anyone: two addresses there are unrelated."""

_SECOND_LEVEL: Final = frozenset({"ac", "co", "com", "edu", "gob", "gov", "ne", "net", "or", "org"})


def mail_domain(email: str) -> str:
    """Return the domain of an address in lower-case ASCII form; empty if the text is not an address."""
    domain = email.rpartition("@")[2].strip().rstrip(".").lower() if "@" in email else ""
    try:
        return domain.encode("idna").decode() if not domain.isascii() else domain
    except UnicodeError:
        return domain


def unicode_domain(domain: str) -> str:
    """Convert a domain to its Unicode form, as stored in addresses: "xn--bcher-kva.example" is "bücher.example"."""
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain


def own_domain(email: str) -> str | None:
    """Return the registered domain of an address, without subdomains; None for a common provider.

    The domain has two labels, or three if the second belongs to a country's registry, as in "co.uk".
    """
    domain = mail_domain(email)
    if not domain or domain in COMMON_PROVIDERS:
        return None
    labels = domain.split(".")
    parts = 3 if len(labels[-1]) == 2 and len(labels) > 2 and labels[-2] in _SECOND_LEVEL else 2  # noqa: PLR2004 - a country's code.
    registered = ".".join(labels[-parts:])
    return None if registered in COMMON_PROVIDERS else registered

"""Routes of accounts: current user, sign-in, registration, sign-out, profile, password, booking rules."""

from datetime import time, timedelta
from typing import Annotated, cast

from fastapi import APIRouter, BackgroundTasks, Depends, Request
from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import (
    access,
    browser_marks,
    email_changes,
    passwords,
    queries,
    remembered_devices,
    resets,
    second_factor,
    serializers,
    service,
    sessions,
    weak_passwords,
)
from marqueedesk.accounts.access import Caller, database, reading, record_settings_change, writing
from marqueedesk.accounts.call_limits import SIGN_INS, Attempts
from marqueedesk.accounts.dependencies import Db, Requires, SignedInWhileClosing, check_rights
from marqueedesk.accounts.errors import (
    Deactivated,
    EmailTaken,
    Reauthenticate,
    SecondFactorNeeded,
    WrongCredentials,
    WrongCurrentPassword,
)
from marqueedesk.accounts.fresh import asked_again, require_factor
from marqueedesk.accounts.login_throttle import HELD, PasswordGuess, SignInBlocked
from marqueedesk.accounts.mail_domains import own_domain
from marqueedesk.accounts.models import SAME_DAY_TURNAROUND, Operator, User
from marqueedesk.accounts.rights import CHANGE_SETTINGS, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.accounts.rules_schemas import (
    ClosedDaysOut,
    GiftCardShopOut,
    InstallWindowOut,
    RequiredField,
    RulesInput,
    RulesOut,
    ShorterWordingOut,
    TurnedLettersOut,
)
from marqueedesk.accounts.schemas import (
    LinkInput,
    LoginInput,
    PasswordInput,
    ProfileInput,
    RegisterInput,
    SignInOut,
    UserOut,
)
from marqueedesk.delivery.rules import GiftCardShop, rules_of
from marqueedesk.domain_events import AccountCreated, SignInHeld, publish
from marqueedesk.instance_settings.service import Platform, effective
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, NotFound, TooMany, Unauthenticated
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units

router = APIRouter(tags=["accounts"])

LINKS = Limit("sign-in-links-opened", 30, timedelta(hours=1))
REGISTRATIONS = Limit("register-address", 30, timedelta(hours=1))
REGISTRATIONS_OF_DOMAIN = Limit("register-domain", 10, timedelta(days=1))
"""Limit of registrations per mail domain, except for common providers: a catch-all domain has any number of
addresses.
"""
CHANGES = Limit("email-changes", 10, timedelta(days=1))
"""Limit of email change requests per user, because each sends an email to an address that may belong to a stranger."""
CHANGES_FROM = Limit("email-changes-address", 60, timedelta(hours=1))


def rules_answer(operator: Operator, platform: Platform, *, sees_money: bool) -> RulesOut:
    """Convert a business's booking rules to the response."""
    rules = rules_of(operator.rules)
    return RulesOut.of_row(
        rules,
        time_zone=operator.time_zone,
        date_format=operator.date_format,
        time_format=operator.time_format,
        measures=operator.measures,
        turnaround_days=max(0, operator.turnaround_days),
        same_day_turnaround=operator.turnaround_days == SAME_DAY_TURNAROUND,
        hold_days=operator.hold_days,
        max_rental_days=operator.max_rental_days,
        approval_required=operator.approval_required,
        free_cancellation_hours=operator.free_cancellation_hours,
        default_free_cancellation_hours=platform.free_cancellation_hours,
        closed_days=[
            ClosedDaysOut(
                first=span.first.isoformat(), last=span.last.isoformat(), yearly=span.yearly, reason=span.reason
            )
            for span in rules.closed_days
        ],
        closed_weekdays=list(rules.closed_weekdays),
        install_windows=[
            InstallWindowOut(
                code=window.code, label=window.label, start=f"{window.start:%H:%M}", end=f"{window.end:%H:%M}"
            )
            for window in rules.install_windows
        ],
        earliest_pickup=_clock_text(rules.earliest_pickup),
        latest_pickup=_clock_text(rules.latest_pickup),
        event_types=list(rules.event_types),
        required_fields=cast("list[RequiredField]", list(rules.required_fields)),
        gift_card_shop=_shop(rules.gift_card_shop) if sees_money else None,
        turned_letters=[TurnedLettersOut(pair=row.pair, sizes=list(row.sizes)) for row in rules.turned_letters],
        shorter_wordings=[ShorterWordingOut(long=row.long, short=row.short) for row in rules.shorter_wordings],
    )


def _shop(shop: GiftCardShop) -> GiftCardShopOut:
    return GiftCardShopOut(
        is_open=shop.is_open,
        amounts=[units(cents) for cents in shop.amounts],
        own_amount=shop.own_amount,
        least=units(shop.least_cents),
        most=units(shop.most_cents),
    )


def _clock_text(clock: time | None) -> str | None:
    return None if clock is None else f"{clock:%H:%M}"


@router.get("/api/user", responses=errors(401))
def current_user(request: Request, db: Db, caller: SignedInWhileClosing) -> UserOut:
    """Return the signed-in user; 401 if signed out."""
    return serializers.of_user(request, db, caller.user)


@router.post("/api/login", responses=errors(401, 403, 429))
def login(request: Request, response: Response, body: LoginInput) -> UserOut:
    """Sign in with email and password. An existing session cookie is never reused.

    If the account has a second factor, responds with 401 `second_factor_needed` and a `ticket` for POST
    /api/login/second-factor, unless this browser is remembered.
    """
    with database(request).read() as db:
        user = queries.user_by_email(db, body.email)
    guess = PasswordGuess(request, body.email, user, signing_in=True)
    try:
        guess.count()
    except TooMany as refusal:
        _offer_link(request, user, body.password, refusal)
        raise
    # Hashing takes tens of milliseconds, so no transaction is open.
    if not passwords.matches(user.password_hash if user else None, body.password) or user is None:
        raise WrongCredentials
    if not user.is_active:
        raise Deactivated
    guess.right()
    with database(request).read() as db:
        belongs_to = queries.membership(db, user.id)
        methods = second_factor.methods(db, user.id)
    SIGN_INS.spend_for(request, user.id, belongs_to[0].id if belongs_to else None)
    _note_length(request, user, body.password)
    if methods and not _is_remembered(request, user.id):
        ticket = second_factor.ticket(signer(request), user, clock.now())
        raise SecondFactorNeeded(ticket=ticket, methods=methods)
    return _signed_in(request, response, user.id)


def _offer_link(request: Request, user: User | None, password: str, refusal: TooMany) -> None:
    """Email a sign-in link to a user whose password is correct although guesses block new devices (A3).

    The response and its timing are the same for a wrong password and an unknown address, so neither is revealed.
    Returns if no mail server is configured; otherwise raises SignInBlocked.
    """
    with database(request).read() as db:
        if effective(db, request.app.state.settings).smtp is None:
            return
    Attempts(request, [(HELD, (network_of(client_address(request)),))]).spend()
    matches = passwords.matches(user.password_hash if user else None, password)
    with database(request).write() as db:
        publish(db, SignInHeld(user_id=user.id if user else 0, matches=matches and user is not None), clock.now())
    raise SignInBlocked.until(refusal)


@router.post("/api/login/link", responses=errors(401, 404, 429))
def login_by_link(request: Request, response: Response, body: LinkInput) -> UserOut:
    """Sign in with an emailed single-use link, which expires after one hour. A second factor is still required."""
    Attempts(request, [(LINKS, (network_of(client_address(request)),))]).spend()
    with database(request).write() as db:
        user = resets.use_to_sign_in(db, body.token, clock.now())
        methods = second_factor.methods(db, user.id)
        user_id, ticket = user.id, second_factor.ticket(signer(request), user, clock.now()) if methods else ""
    if methods:
        raise SecondFactorNeeded(ticket=ticket, methods=methods)
    return _signed_in(request, response, user_id)


def _note_length(request: Request, user: User, password: str) -> None:
    """Store whether the password is short, if it was set by an older version that did not store that."""
    if user.password_is_short is None:
        with database(request).write() as db:
            row = queries.locked_user(db, user.id)
            # Only if the verified password is still the stored one: a new one may have been set since.
            if row is not None and row.password_hash == user.password_hash and row.password_is_short is None:
                row.password_is_short = weak_passwords.is_short(password)


def _is_remembered(request: Request, user_id: int) -> bool:
    if remembered_devices.own_digest(request) is None:
        return False
    with database(request).write() as db:
        return remembered_devices.recognize(db, request, user_id, clock.now())


@router.post("/api/register", status_code=201, responses=errors(409, 429))
def register(request: Request, response: Response, body: RegisterInput) -> UserOut:
    """Register a user with a new business and sign in."""
    weak_passwords.refuse(body.password, field="password", email=body.email, names=[body.company_name, body.username])
    limits: list[tuple[Limit, tuple[object, ...]]] = [(REGISTRATIONS, (network_of(client_address(request)),))]
    domain = own_domain(body.email)
    if domain is not None:
        limits.append((REGISTRATIONS_OF_DOMAIN, (domain,)))
    Attempts(request, limits).spend()
    password_hash = passwords.hash_password(body.password)
    with database(request).write() as db:
        platform = effective(db, request.app.state.settings)
        user, operator = service.register(
            db,
            email=body.email,
            password_hash=password_hash,
            company_name=body.company_name,
            phone_number=body.phone_number,
            username=body.username,
            now=clock.now(),
            starts_with=platform,
            time_zone=body.time_zone,
            confirmed=False,
            password_is_short=weak_passwords.is_short(body.password),
        )
        if platform.reviews_new_businesses:
            service.hold_for_review(operator, clock.now())
        service.accept_terms(user, platform.terms, body.terms_version, clock.now())
        publish(db, AccountCreated(user_id=user.id), clock.now())
    return _signed_in(request, response, user.id, sessions.REGISTERED)


def _signed_in(request: Request, response: Response, user_id: int, action: str = sessions.SIGNED_IN) -> UserOut:
    with database(request).write() as db:
        # Lock first, because an administrator may be deleting this user along with their sessions.
        user = queries.locked_user(db, user_id)
        if user is None or not user.is_active:
            raise Unauthenticated
        token = sessions.enter(db, request, user, clock.now(), action=action)
        email_changes.ask_at_sign_in(db, request.app.state.settings, user, signer(request), clock.now())
        user_out = serializers.of_user(request, db, user)
    sessions.put_cookie(request, response, token, user)
    return user_out


@router.post("/api/logout", status_code=204)
def logout(request: Request, response: Response) -> None:
    """Sign out. Repeated calls succeed."""
    token_digest = access.cookie_digest(request)
    if token_digest:
        with database(request).write() as db:
            service.sign_out(db, token_digest)
    response.delete_cookie(
        access.cookie_name(request),
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.is_https,
    )


def check_own_profile(request: Request, background: BackgroundTasks, user_id: PathId) -> None:
    """Raise Unauthenticated for visitors, and NotFound for another user's profile, before the body is validated."""
    with database(request).read() as db:
        if access.find_caller(db, request, background, while_closing=True).user.id != user_id:
            raise NotFound


@router.patch("/api/user/{user_id}", responses=errors(401, 403, 409, 429), dependencies=[Depends(check_own_profile)])
def change_profile(request: Request, user_id: PathId, body: ProfileInput) -> UserOut:
    """Update the caller's profile. Other users' ids respond with 404.

    A new email address requires the password, either in the request or by a recent re-authentication. It takes effect
    when the confirmation link is opened; until then it is returned as `pendingEmail`. Without a mail server it takes
    effect immediately.
    """
    with reading(request, while_closing=True) as (_db, caller):
        if caller.user.id != user_id:
            raise NotFound
        moves = "email" in body.model_fields_set and body.email.lower() != caller.user.email_key
    proven = moves and _gave_password(request, caller, body.current_password)
    with writing(request, while_closing=True) as (db, caller):
        if caller.user.id != user_id:
            raise NotFound
        before = {name: getattr(caller.user, name) for name in _PROFILE}
        if moves:
            if queries.user_by_email(db, body.email) is not None:
                raise EmailTaken.about("email")
            require_factor(db, caller, clock.now())
            if not proven and not asked_again(caller, clock.now()):
                raise Reauthenticate.needing()
            _change_email(db, request, caller.user, body.email)
        user = service.change_profile(db, caller.user, body)
        changed = sorted(to_camel(name) for name, value in before.items() if getattr(user, name) != value)
        if changed:
            sessions.note_own(
                db, user, "account.profile_changed", clock.now(), known_as=before["email"], changed=changed
            )
        return serializers.of_user(request, db, user)


_PROFILE = tuple(name for name in ProfileInput.model_fields if name != "current_password")


def _gave_password(request: Request, caller: Caller, password: str) -> bool:
    """Return true if the correct password was sent, and false if none was. A wrong one counts as a guess and raises
    WrongCurrentPassword.
    """
    if not password:
        return False
    guess = PasswordGuess(request, caller.user.email_key, caller.user)
    guess.count()
    if not passwords.matches(caller.user.password_hash, password):
        raise WrongCurrentPassword.about("currentPassword")
    guess.right()
    return True


def _change_email(db: Session, request: Request, user: User, email: str) -> None:
    """Send a confirmation to the new address, or, without a mail server, change the address immediately. Raises
    EmailTaken and TooMany.
    """
    if effective(db, request.app.state.settings).smtp is None:
        service.set_email(db, user, email)
        user.email_confirmed_at = None
    else:
        if request.app.state.limits_on:
            # Counted in the same transaction as the change, so that a rejected change does not count.
            network = network_of(client_address(request))
            for limit, key in ((CHANGES, CHANGES.key(user.id)), (CHANGES_FROM, CHANGES_FROM.key(network))):
                rate_limit.spend(db, limit, key, clock.now())
        email_changes.ask(db, user, email, signer(request), clock.now())


@router.post("/api/change-password", responses=errors(401, 429), dependencies=[check_rights(while_closing=True)])
def change_password(request: Request, response: Response, body: PasswordInput) -> UserOut:
    """Change the caller's password, which ends all other sessions (A1). Wrong passwords count as failed sign-ins."""
    with reading(request, while_closing=True) as (_db, caller):
        user_id, stored = caller.user.id, caller.user.password_hash
        own, admin = (caller.user.email, caller.user.company_name), caller.user.role == "admin"
    if body.confirm_password != body.new_password:
        raise Invalid(fields={"confirmPassword": "Passwords don't match"})
    weak_passwords.refuse(body.new_password, field="newPassword", email=own[0], names=[own[1]], admin=admin)
    guess = PasswordGuess(request, caller.user.email_key, caller.user)
    guess.count()
    if not passwords.matches(stored, body.current_password):
        raise WrongCurrentPassword.about("currentPassword")
    guess.right()
    password_hash = passwords.hash_password(body.new_password)
    with writing(request, while_closing=True) as (db, caller):
        if caller.user.id != user_id or caller.user.password_hash != stored:
            # The password was changed at the same time, so the one just verified is outdated.
            raise WrongCurrentPassword.about("currentPassword")
        caller.user.password_hash = password_hash
        caller.user.password_is_short = weak_passwords.is_short(body.new_password)
        resets.end_links(db, user_id, clock.now())
        service.end_sign_ins(db, user_id, but=caller.sign_in.token_digest)
        remembered_devices.forget(db, user_id, but=remembered_devices.own_digest(request))
        sessions.note_own(db, caller.user, "account.password_changed", clock.now())
        user_out = serializers.of_user(request, db, caller.user)
    browser_marks.put_cookie(request, response, caller.user)
    return user_out


@router.get("/api/sign-ins", responses=errors(401))
def sign_ins(db: Db, caller: SignedInWhileClosing) -> list[SignInOut]:
    """List the caller's sessions, with the current browser marked."""
    return [
        SignInOut.of_row(row, id=row.token_digest[:16], current=row.token_digest == caller.sign_in.token_digest)
        for row in queries.sign_ins(db, caller.user.id, clock.now())
    ]


@router.post("/api/sign-ins/end-others", status_code=204, responses=errors(401))
def end_other_sign_ins(request: Request, db: Db, caller: SignedInWhileClosing) -> None:
    """End all other sessions of the caller. Other browsers need the second factor again."""
    service.end_sign_ins(db, caller.user.id, but=caller.sign_in.token_digest)
    remembered_devices.forget(db, caller.user.id, but=remembered_devices.own_digest(request))


@router.get("/api/booking-rules", responses=errors(401, 403))
def booking_rules(request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)]) -> RulesOut:
    """Return the booking rules of the caller's business."""
    return rules_answer(caller.operator, effective(db, request.app.state.settings), sees_money=caller.may(SEE_MONEY))


@router.patch("/api/booking-rules", responses=errors(401, 403))
def change_booking_rules(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: RulesInput
) -> RulesOut:
    """Update the booking rules in the body; others stay the same."""
    operator = caller.operator
    changed = service.change_rules(operator, body)
    record_settings_change(db, caller, "booking rules", body)
    return rules_answer(changed, effective(db, request.app.state.settings), sees_money=caller.may(SEE_MONEY))

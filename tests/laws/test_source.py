"""Source checks beyond the linter: modules that may commit, read the clock, use the network, write textual SQL, or
query across operators, and imports between packages. Each check is tested with a violating example."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "marqueedesk"

NETWORK = {
    "socket",
    "ssl",
    "http.client",
    "urllib.request",
    "smtplib",
    "ftplib",
    "httpx",
    "requests",
    "urllib3",
    "stripe",
}
CLOCKS = {
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "date.today",
    "datetime.date.today",
    "time.time",
    "time.time_ns",
    "time.localtime",
}
# Shared packages; every other package may import any of their modules.
COMMON = {"kit", "mail", "domain_events", "settings", "instance_settings", "stripe"}
# Top-level modules that assemble the product may import everything.
WIRING = {"__main__", "admin", "app", "cli", "demo", "health", "migrations", "routes", "tables", "web"}
WIRING |= {"worker", "business_files", "scale", "subscribers", "unused_pictures"}
# Modules that may query across operators.
MAY_LIFT = {
    "kit/db/tenancy.py",
    "cli/",
    "health.py",
    "worker.py",
    # Finds the next business with photos to remove.
    "unused_pictures.py",
    "key_rotation.py",
    # Reads and replaces one whole business, by its id.
    "business_files/",
    "admin/",
    "teams/service.py",
    "account_closing/service.py",
    "gift_cards/comparing.py",
    "security_holds/comparing.py",
    # Stripe lists objects of all businesses.
    "payments/comparing.py",
    "billing/comparing.py",
    # A subscription unknown to Stripe can only be matched to its business by its row.
    "billing/stripe_sync.py",
    # A text from a phone belongs to the business that last texted it.
    "conversations/inbound.py",
    # Registers the wallet domain with the accounts of all businesses.
    "stripe/setting_up.py",
    # The nightly reconciliation covers the accounts of all businesses.
    "stripe/reconciling.py",
    # The response after signing in or changing businesses includes the size names.
    "pricing/queries.py",
}

# Add-ons are data: only the default price list and the demo name them.
MAY_NAME_ADD_ONS = ("pricing/price_list.py", "demo/", "migrations/")
NAMES_ADD_ON = re.compile(r"\blighting\b|^stand$", re.IGNORECASE)

NOT_EDITABLE = "from marqueedesk.bookings.errors import NotEditable\n"

UNTYPED = {f"{mapping}[str, Any]" for mapping in ("Mapping", "MutableMapping", "dict")}
# Modules with mappings whose contents are defined by other software.
MAY_BE_UNTYPED = {
    # Drivers, connection options and statements of the database.
    "kit/db/database.py",
    "kit/db/engines.py",
    "kit/db/read_timeout.py",
    "kit/db/row_writer.py",
    "kit/db/tenancy.py",
    # JSON columns before they are parsed into types.
    "kit/db/db.py",
    # Job payloads, which events parse into types.
    "kit/jobs/jobs.py",
    # ASGI messages, and options of the framework's routes.
    "kit/http/http.py",
    "kit/http/request_middleware.py",
    # Options of the HTTP server.
    "web/watching.py",
    # Objects of the payment provider.
    "stripe/mapping.py",
    # Data of the documents' templates, and arguments of the passkey library.
    "documents/typeset.py",
    "accounts/passkeys.py",
}

NO_LIMIT = re.compile(r"(lock|statement)_timeout\W+0(?![.\d])")

Law = Callable[[ast.Module, str], Iterator[str]]


def commits(tree: ast.Module, where: str) -> Iterator[str]:
    """Only kit.db.database commits a transaction."""
    if where == "kit/db/database.py":
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "commit":
            yield f"{node.lineno}: .commit()"


def clock(tree: ast.Module, where: str) -> Iterator[str]:
    """Only kit.clock reads the current time. Measuring durations is allowed."""
    if where == "kit/clock.py":
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in CLOCKS:
            yield f"{node.lineno}: {ast.unparse(node.func)}()"


def network(tree: ast.Module, where: str) -> Iterator[str]:
    """Only mail, sms, stripe and the calls to bookkeeping software use the network."""
    if where.startswith(("mail/", "sms/", "stripe/")) or where == "books/partners/partner.py":
        return
    for line, module in _imports(tree):
        if any(module == name or module.startswith(f"{name}.") for name in NETWORK):
            yield f"{line}: imports {module}"


def sql_as_text(tree: ast.Module, where: str) -> Iterator[str]:
    """Textual SQL is allowed only in kit and migrations, because the tenancy hook cannot parse it."""
    if where.startswith(("kit/", "migrations/")):
        return
    for line, module in _imports(tree):
        if module in {"sqlalchemy.text", "sqlalchemy.sql.text", "sqlalchemy.sql.expression.text"}:
            yield f"{line}: imports {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in {"sa.text", "sqlalchemy.text"} or called.endswith(".exec_driver_sql"):
                yield f"{node.lineno}: {called}()"


def untyped_columns(tree: ast.Module, where: str) -> Iterator[str]:
    """Rows and stored documents have types: no mappings of names to ``Any``, and no ``__dict__``."""
    if where not in MAY_BE_UNTYPED:
        yield from _untyped(tree)


def _untyped(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            yield f"{node.lineno}: {ast.unparse(node)}"
        # Types in casts are strings.
        if isinstance(node, ast.Subscript | ast.Constant) and ast.unparse(node).strip("'") in UNTYPED:
            yield f"{node.lineno}: {ast.unparse(node)}"


def lifted_scope(tree: ast.Module, where: str) -> Iterator[str]:
    """Only listed modules query across operators."""
    if any(where == name or (name.endswith("/") and where.startswith(name)) for name in MAY_LIFT):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "all_tenants":
            yield f"{node.lineno}: all_tenants()"


def only_public_modules(tree: ast.Module, where: str) -> Iterator[str]:
    """Import only modules of another package that are listed in its `__all__`."""
    own = where.partition("/")[0].removesuffix(".py")
    if own in WIRING:
        return
    for line, module in _imports(tree):
        parts = module.split(".")
        if parts[0] != "marqueedesk" or len(parts) < 3 or parts[1] in COMMON | {own}:
            continue
        if not is_offered(parts[1:]):
            yield f"{line}: imports {module}"


def is_offered(parts: list[str]) -> bool:
    """Return whether each package on the path to a module lists the next one in its `__all__`."""
    folder = PACKAGE / parts[0]
    for name in parts[1:]:
        if name not in public_modules(folder):
            return False
        folder /= name
        if not folder.is_dir():
            break
    return True


@cache
def public_modules(package: Path) -> frozenset[str]:
    """Return the modules listed in a package's `__all__`."""
    for node in ast.parse((package / "__init__.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def add_ons(tree: ast.Module, where: str) -> Iterator[str]:
    """Add-ons come from the price list of a business, so code must not name one."""
    if where.startswith(MAY_NAME_ADD_ONS):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMES_ADD_ON.search(node.value):
            yield f"{node.lineno}: {node.value[:60]}"


def limits(tree: ast.Module, where: str) -> Iterator[str]:
    """Database timeouts must not be 0, which means no limit."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NO_LIMIT.search(node.value):
            yield f"{node.lineno}: {node.value.strip()[:60]}"


def sentences(tree: ast.Module, where: str) -> Iterator[str]:
    """Raise a problem with exactly the values for the placeholders in its message."""
    imported = {name.rpartition(".")[2]: name for _, name in _imports(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            expected = placeholders().get(imported.get(ast.unparse(node.func.value), ""))
            if expected is not None and {keyword.arg for keyword in node.keywords} != expected:
                yield f"{node.lineno}: {ast.unparse(node.func)}() without {expected}"
        elif isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if imported.get(ast.unparse(raised), "") in placeholders():
                yield f"{node.lineno}: raise {ast.unparse(raised)}"


@cache
def placeholders() -> dict[str, set[str]]:
    """Return the placeholders in problem messages by full class name, except for `TooMuch`, which fills its own."""
    found: dict[str, set[str]] = {}
    for where, tree in sources().items():
        for part in (node for node in tree.body if isinstance(node, ast.ClassDef)):
            if [ast.unparse(base) for base in part.bases] == ["TooMuch"]:
                continue
            for line in part.body:
                match line:
                    case ast.Assign([ast.Name("message")], ast.Constant(str(sentence))):
                        names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
                        module = where.removesuffix(".py").replace("/", ".")
                        found |= {f"marqueedesk.{module}.{part.name}": names} if names else {}
    return found


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every imported name in full: `from a.b import c` is a.b.c."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                yield node.lineno, f"{node.module}.{name.name}"


LAWS: list[Law] = [
    commits,
    clock,
    network,
    sql_as_text,
    lifted_scope,
    only_public_modules,
    limits,
    add_ons,
    sentences,
    untyped_columns,
]


@cache
def sources() -> dict[str, ast.Module]:
    """Return every module of the package, parsed once per process."""
    return {str(path.relative_to(PACKAGE)): ast.parse(path.read_text()) for path in sorted(PACKAGE.rglob("*.py"))}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_source_has_no_violations(law: Law):
    offences = [f"marqueedesk/{where}:{offence}" for where, tree in sources().items() for offence in law(tree, where)]

    assert not offences, f"{law.__doc__} Offences:\n" + "\n".join(offences)


@pytest.mark.parametrize(
    "law, where, source",
    [
        (commits, "bookings/service.py", "def save(db):\n    db.commit()"),
        (clock, "bookings/service.py", "from datetime import datetime\nnow = datetime.now()"),
        (clock, "kit/jobs/jobs.py", "import time\nnow = time.time()"),
        (network, "bookings/service.py", "import smtplib"),
        (network, "cli/serving.py", "from urllib.request import urlopen"),
        (network, "accounts/service.py", "import stripe.checkout"),
        (sql_as_text, "bookings/queries.py", "from sqlalchemy import select, text"),
        (sql_as_text, "bookings/queries.py", "db.connection().exec_driver_sql('SELECT 1')"),
        (untyped_columns, "bookings/serializers.py", "def shown(row: Mapping[str, Any]) -> str: ..."),
        (untyped_columns, "bookings/serializers.py", "values: list[dict[str, Any]] = []"),
        (untyped_columns, "bookings/serializers.py", "row = cast('dict[str, Any]', value)"),
        (untyped_columns, "bookings/serializers.py", "shown(booking.__dict__)"),
        (lifted_scope, "bookings/queries.py", "with tenancy.all_tenants(db, 'why'):\n    pass"),
        (limits, "migrations/revision.py", "connection.exec_driver_sql('SET LOCAL lock_timeout = 0')"),
        (add_ons, "messages/samples.py", "chosen = ['stand']"),
        (add_ons, "messages/samples.py", "text = 'LED lighting'"),
        (sentences, "bookings/service.py", NOT_EDITABLE + "raise NotEditable.format(state=booking.status)"),
        (sentences, "bookings/service.py", NOT_EDITABLE + "raise NotEditable(fields={})"),
        (sentences, "bookings/service.py", NOT_EDITABLE + "raise NotEditable"),
        (only_public_modules, "bookings/service.py", "from marqueedesk.inventory.api import router"),
        (only_public_modules, "bookings/service.py", "from marqueedesk.venues import public_api"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_check_reports_violating_example(law: Law, where: str, source: str):
    assert list(law(ast.parse(source), where))


@pytest.mark.parametrize(
    "law, where, source",
    [
        (network, "mail/mail.py", "import smtplib"),
        (clock, "kit/clock.py", "now = datetime.now(UTC)"),
        (clock, "kit/watch/metrics.py", "started = time.perf_counter()"),
        (add_ons, "demo/bright_offers.py", "add_ons = ('lighting',)"),
        (untyped_columns, "stripe/mapping.py", "def intent(plain: dict[str, Any]) -> Intent: ..."),
        (untyped_columns, "bookings/serializers.py", "def shown(booking: Booking) -> dict[str, str]: ..."),
        (lifted_scope, "admin/api.py", "with all_tenants(db, 'why'):\n    pass"),
        (sentences, "bookings/service.py", NOT_EDITABLE + "raise NotEditable.format(status=booking.status)"),
        (only_public_modules, "bookings/service.py", "from marqueedesk.inventory import models, service"),
        (only_public_modules, "bookings/service.py", "from marqueedesk.pricing.breakdown import breakdown"),
        (only_public_modules, "bookings/service.py", "from marqueedesk.bookings.schemas import BookingRequest"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_check_accepts_valid_example(law: Law, where: str, source: str):
    assert not list(law(ast.parse(source), where))


def test_every_module_listed_in_all_exists():
    # `domain_events` exports events by name, not modules.
    packages = [path.parent for path in PACKAGE.rglob("__init__.py") if path.parent.name != "domain_events"]
    missing = [
        f"{package.name}.{module}"
        for package in packages
        for module in public_modules(package)
        if not (package / f"{module}.py").exists() and not (package / module).is_dir()
    ]

    assert any(public_modules(package) for package in packages)
    assert not missing


def test_every_untyped_mapping_exception_is_still_needed():
    needless = [name for name in sorted(MAY_BE_UNTYPED) if not any(_untyped(sources()[name]))]

    assert not needless


def test_every_cross_operator_exception_exists():
    assert [name for name in MAY_LIFT if not (PACKAGE / name).exists()] == []

"""The command ``marqueedesk``: serve, migrate, seed-demo, create-admin, reset-link, backup, restore, and more."""

import json
import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Generator

    from marqueedesk.kit.database import Database
    from marqueedesk.settings import Settings

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)


def _settings() -> "Settings":
    from pydantic import ValidationError

    from marqueedesk.settings import Settings

    try:
        return Settings()
    except ValidationError as problem:
        for error in problem.errors():
            name = "_".join(str(part) for part in error["loc"]).upper()
            said = error["msg"].removeprefix("Value error, ")
            typer.echo(f"MARQUEEDESK_{name}: {said}" if name else f"MARQUEEDESK_{said}", err=True)
        raise SystemExit(2) from None


def _warn_of_unknown_names() -> None:
    from marqueedesk.settings import unknown_names

    for name in unknown_names(os.environ):
        typer.echo(f"{name} is no setting of MarqueeDesk and is ignored.", err=True)


def _database() -> "Database":
    """The database, which answers. Where it does not, one sentence says why and the command ends with 2."""
    from sqlalchemy.exc import SQLAlchemyError

    from marqueedesk.kit.database import Database

    settings = _settings()
    try:
        if not settings.database_url:
            settings.data_dir.mkdir(parents=True, exist_ok=True)
        settings.installation_secret()
    except (OSError, RuntimeError) as problem:
        typer.echo(f"MARQUEEDESK_DATA_DIR: {problem}", err=True)
        raise SystemExit(2) from None
    database = Database(settings.database, pool_size=2, pooler=settings.pooler)
    try:
        with database.autocommit_connection():
            return database
    except SQLAlchemyError as problem:
        database.close()
        # The driver's own first line: it names host, user or file, and no password.
        said = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
        name = "MARQUEEDESK_DATABASE_URL" if settings.database_url else "MARQUEEDESK_DATA_DIR"
        typer.echo(f"{name}: the database cannot be used: {said}", err=True)
        raise SystemExit(2) from None


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL.")] = 1,
    forwarded_from: Annotated[
        str,
        typer.Option(
            help="Addresses of proxies whose X-Forwarded-For and -Proto are believed; * where only one proxy can call."
        ),
    ] = "127.0.0.1",
) -> None:
    """Bring the database up to date and serve every page and call."""
    import uvicorn

    from marqueedesk.kit import open_files

    settings = _settings()
    _warn_of_unknown_names()
    if workers > 1 and settings.database.startswith("sqlite"):
        typer.echo("SQLite serves one process. Set MARQUEEDESK_DATABASE_URL to a PostgreSQL URL for more.", err=True)
        raise typer.Exit(2)
    with _claimed(settings):
        if workers > 1:
            _migrate_apart()
        else:
            _migrate()
        if workers > 1 and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            # The folder in which the processes of this server add up their counts. The next start removes the files of
            # the last run: a signal that ends the server leaves no time to do it then.
            folder = settings.data_dir / f"metrics-{port}"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        any_proxy = forwarded_from.strip() == "*"
        files = open_files.raise_limit()
        if files < open_files.FEW:
            few = f"Only {files} files may be open at once, so few people can be connected."
            typer.echo(f"{few} Raise the limit (LimitNOFILE).", err=True)
        typer.echo(f"MarqueeDesk serves http://{host}:{port} (Ctrl-C stops it).", err=True)
        uvicorn.run(
            "marqueedesk.web.serving:application_behind_a_proxy"
            if any_proxy
            else "marqueedesk.web.serving:application",
            factory=True,
            http="marqueedesk.kit.http_server:BoundedHttp",
            limit_concurrency=open_files.most_connections(files),
            host=host,
            port=port,
            workers=workers,
            access_log=False,
            log_level="warning",
            proxy_headers=not any_proxy,
            forwarded_allow_ips=forwarded_from,
            server_header=False,
            timeout_graceful_shutdown=10,
        )


@contextmanager
def _claimed(settings: "Settings") -> "Generator[None]":
    """Claim an SQLite file until the block ends. Where another process serves it, say so and end with 2."""
    from marqueedesk.kit import one_server

    claim = None
    try:
        if not settings.database_url:
            settings.data_dir.mkdir(parents=True, exist_ok=True)
        claim = one_server.hold(settings.database)
    except one_server.InUse as problem:
        typer.echo(str(problem), err=True)
        raise SystemExit(2) from None
    except OSError:
        # What is wrong with the folder is said where the database is opened.
        pass
    try:
        yield
    finally:
        if claim is not None:
            claim.close()


def _migrate(statement_minutes: float | None = None) -> None:
    from datetime import timedelta

    from marqueedesk.migrations import revision

    longest = revision.LONGEST_STATEMENT if statement_minutes is None else timedelta(minutes=statement_minutes)
    database = _database()
    try:
        revision.upgrade(database, longest_statement=longest)
    except revision.CannotMigrate as problem:
        typer.echo(str(problem), err=True)
        # Not typer's: this may be a process of its own (see `_migrate_apart`).
        raise SystemExit(1) from None
    finally:
        database.close()


def _migrate_apart() -> None:
    """Migrate in a process that ends: the one that watches over several servers stays small (30 MiB less)."""
    import multiprocessing

    child = multiprocessing.get_context("fork").Process(target=_migrate)
    child.start()
    child.join()
    if child.exitcode:
        raise SystemExit(child.exitcode)


@app.command()
def migrate(
    statement_minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, help="How long one change of a table may take.")
    ] = 15,
) -> None:
    """Bring the database to this version's tables."""
    _migrate(statement_minutes)
    typer.echo("The database is up to date.")


@app.command()
def worker() -> None:
    """Do the work that nobody waits for, apart from the server (which then runs with MARQUEEDESK_WORKER=off)."""
    import signal
    import threading

    from marqueedesk import __version__
    from marqueedesk.kit import tracing
    from marqueedesk.kit.observe import configure_logging
    from marqueedesk.worker import Inside, Worker

    settings = _settings()
    _warn_of_unknown_names()
    _migrate()
    configure_logging(settings.log_level)
    if settings.traces == "otlp":
        tracing.start(__version__)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    database = _database()
    announcer = None
    if not database.is_sqlite:
        # What the worker does is news to open pages too.
        from marqueedesk.kit.announcing import Announcer

        announcer = Announcer(settings.listen_url or settings.database)
        announcer.start()
        database.on_events = announcer.announce
    working = Inside(Worker(database, settings))
    working.start()
    stop.wait()
    working.end()
    if announcer:
        announcer.close()
    database.close()


@app.command(name="create-admin")
def create_admin(
    email: Annotated[str, typer.Option(help="The administrator's email.")],
    password: Annotated[str, typer.Option(help="At least 12 characters.")],
) -> None:
    """Create a platform administrator, who runs no business of their own."""
    from pydantic import TypeAdapter, ValidationError

    from marqueedesk.accounts import passwords, service, weak_passwords
    from marqueedesk.accounts.errors import EmailTaken
    from marqueedesk.kit import clock
    from marqueedesk.kit.schemas import Email

    try:
        address = TypeAdapter(Email).validate_python(email)
    except ValidationError:
        typer.echo("Invalid email address", err=True)
        raise typer.Exit(2) from None
    fault = weak_passwords.fault(password, email=address, admin=True)
    if len(password) > passwords.LONGEST:
        fault = f"Password must be at most {passwords.LONGEST} characters"
    if fault:
        typer.echo(fault, err=True)
        raise typer.Exit(2)
    _migrate()
    database = _database()
    try:
        with database.write() as db:
            service.add_user(
                db, email=address, password_hash=passwords.hash_password(password), role="admin", now=clock.now()
            )
    except EmailTaken as taken:
        typer.echo(taken.message, err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()
    typer.echo(f"{address} is an administrator now.")


@app.command(name="reset-link")
def reset_link(email: Annotated[str, typer.Option(help="The email that the person signs in with.")]) -> None:
    """Print a link with which somebody who forgot their password can choose a new one."""
    from marqueedesk.accounts import queries, resets
    from marqueedesk.accounts.errors import AccountInactive
    from marqueedesk.kit import audit, clock
    from marqueedesk.kit.links import PURPOSE, Signer
    from marqueedesk.platform.service import effective

    _migrate()
    settings, database = _settings(), _database()
    now = clock.now()
    try:
        with database.write() as db:
            user = queries.user_by_email(db, email.strip())
            if user is None:
                typer.echo(f"Nobody has an account with the email {email}.", err=True)
                raise typer.Exit(1)
            signer = Signer(settings.key_for(PURPOSE))
            reset = resets.make(db, user, signer, now)
            audit.record(db, "user.reset_link", by=None, now=now, subject=(user.id, user.email))
            address = resets.reset_address(signer, effective(db, settings).site_url.rstrip("/"), reset)
    except AccountInactive:
        typer.echo(f"{email} is deactivated. An administrator can activate the account again.", err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()
    typer.echo(address)
    typer.echo("It works once, within one hour. Any earlier link has ended.", err=True)


@app.command(name="remove-second-factor")
def remove_second_factor(email: Annotated[str, typer.Option(help="The email that the person signs in with.")]) -> None:
    """Let somebody who lost their passkeys, authenticator app and recovery codes sign in with the password alone."""
    from marqueedesk.accounts import queries, second_factor
    from marqueedesk.domain_events import SecondFactorChanged, publish
    from marqueedesk.kit import audit, clock

    _migrate()
    database = _database()
    try:
        with database.write() as db:
            user = queries.user_by_email(db, email.strip())
            if user is None:
                typer.echo(f"Nobody has an account with the email {email}.", err=True)
                raise typer.Exit(1)
            if not second_factor.remove_all(db, user.id):
                typer.echo(f"{email} has no second factor.", err=True)
                raise typer.Exit(1)
            now = clock.now()
            audit.record(db, "account.second_factor_off", by=None, now=now, subject=(user.id, user.email))
            publish(db, SecondFactorChanged(user_id=user.id, change="reset"), now)
    finally:
        database.close()
    typer.echo(f"{email} signs in with the password alone now.")


@app.command(name="email-report")
def email_report() -> None:
    """Take a mail server's report about an email (a bounce or a complaint) from the input, as mail servers pipe it."""
    from marqueedesk.kit import clock
    from marqueedesk.kit.tenancy import all_tenants, set_operator
    from marqueedesk.messages import feedback

    report = feedback.read_report(sys.stdin.buffer.read(feedback.MOST_BYTES + 1))
    if report is None:
        # Not a failure: a mail server would send its sender another email about it.
        typer.echo("This is no report about a failed delivery or a complaint: nothing is noted.")
        return
    database = _database()
    try:
        with database.read() as db, all_tenants(db, "a report names an email by its id"):
            operator_id = feedback.operator_of(db, report)
        if operator_id is not None:
            with database.write() as db:
                set_operator(db, operator_id)
                feedback.record(db, report, clock.now())
    finally:
        database.close()
    typer.echo(
        f"The {report.kind} is noted." if operator_id is not None else f"No email has the id {report.message_id}."
    )


@app.command(name="seed-demo")
def seed_demo(
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Succeed without a change when the database has users already.")
    ] = False,
    url: Annotated[
        str | None, typer.Option(help="The address to print, where it is not MARQUEEDESK_PUBLIC_URL.")
    ] = None,
) -> None:
    """Fill an empty database with a business to look around in. Its passwords are public: never for a real one."""
    from rich.console import Console

    from marqueedesk.demo import card
    from marqueedesk.demo.seed import NotEmpty, seed
    from marqueedesk.kit import clock
    from marqueedesk.kit.links import PURPOSE, Signer
    from marqueedesk.quotes.serializers import Links

    _migrate()
    settings, database = _settings(), _database()
    try:
        try:
            signer = Signer(settings.key_for(PURPOSE))
            seed(database, clock.now(), links=Links(signer, (url or settings.public_url).rstrip("/")))
        except NotEmpty as not_empty:
            if not if_empty:
                typer.echo(str(not_empty), err=True)
                raise typer.Exit(1) from None
        key = card.public_key(database)
    finally:
        database.close()
    if key is not None:
        card.show(Console(highlight=False), (url or settings.public_url).rstrip("/"), key)


payments = typer.Typer(no_args_is_help=True, help="The account at the payment provider: check it, set it up.")
app.add_typer(payments, name="payments")


@payments.command(name="check")
def payments_check() -> None:
    """Look at keys, webhook endpoints, wallet domain and events; end with 1 and name what is missing."""
    from marqueedesk.kit import clock
    from marqueedesk.platform.service import effective
    from marqueedesk.stripe import setting_up
    from marqueedesk.stripe.provider import connect

    _migrate()
    settings, database = _settings(), _database()
    try:
        with database.read() as db:
            platform, events = effective(db, settings), setting_up.event_log(db)
            accounts = setting_up.paid_directly(db, platform)
        found = setting_up.check(platform, connect, events, clock.now(), accounts)
    finally:
        database.close()
    for one in found:
        typer.echo(f"{'ok     ' if one.ok else 'missing'}  {one.sentence}")
    if not all(one.ok for one in found):
        typer.echo("`marqueedesk payments setup` makes webhook endpoints and the wallet domain.", err=True)
        raise typer.Exit(1)


@payments.command(name="setup")
def payments_setup() -> None:
    """Make the webhook endpoints and the wallet domain that are missing at the provider. Safe to repeat."""
    from marqueedesk.kit import clock
    from marqueedesk.platform.service import effective
    from marqueedesk.stripe import setting_up
    from marqueedesk.stripe.provider import connect

    _migrate()
    settings, database = _settings(), _database()
    try:
        with database.read() as db:
            platform = effective(db, settings)
            accounts = setting_up.paid_directly(db, platform)
        made, stored = setting_up.set_up(platform, connect, accounts), False
        if made.secrets:
            with database.write() as db:
                stored = setting_up.keep_secrets(db, settings, made.secrets, clock.now())
    finally:
        database.close()
    for sentence in made.done:
        typer.echo(sentence)
    if made.secrets and stored:
        typer.echo("The new webhook secrets are stored.")
    elif made.secrets:
        typer.echo("Add these to MARQUEEDESK_STRIPE_WEBHOOK_SECRET, with commas between; they are shown only now:")
        typer.echo(",".join(made.secrets))
    if made.problem is not None:
        typer.echo(made.problem, err=True)
        raise typer.Exit(1)
    if not made.done:
        typer.echo("Everything is set up already.")


@payments.command(name="reconcile")
def payments_reconcile(
    days: Annotated[int, typer.Option(min=1, max=365, help="How many days to look back; events go back 30.")] = 30,
) -> None:
    """Compare with the provider, and record what no event has told."""
    from datetime import timedelta

    from marqueedesk.kit import clock
    from marqueedesk.kit.job_runner import JobRunner
    from marqueedesk.stripe.errors import NoKeys, ProviderProblem
    from marqueedesk.stripe.kept_refusals import keeper
    from marqueedesk.stripe.provider import Provider
    from marqueedesk.stripe.reconciling import Reconciler
    from marqueedesk.subscribers import WEBHOOKS, provider_steps

    _migrate()
    settings, database = _settings(), _database()
    try:
        provider = Provider(settings, keep=keeper(database))
        found = Reconciler(database, provider, WEBHOOKS).run(clock.now() - timedelta(days=days))
        JobRunner(database, outer=provider_steps(database, provider), most=1).all_due()
    except (ProviderProblem, NoKeys) as problem:
        typer.echo(problem.message, err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()
    for event in found.events:
        typer.echo(f"Recorded {event.kind} {event.object_id}, which had not come in.")
    for one in found.objects:
        typer.echo(f"Recorded {one.object_kind} {one.object_id}, which was different here.")
    for account in found.accounts:
        typer.echo(f"Updated the account {account}.")
    if not found.events and not found.objects and not found.accounts:
        typer.echo("Nothing was missing.")


@payments.command(name="clear-test-data")
def payments_clear_test_data() -> None:
    """Remove card payments, accounts, subscriptions and events that were made with test keys, before going live."""
    from marqueedesk.payments import test_data

    _migrate()
    database = _database()
    try:
        cleared = test_data.clear(database)
    finally:
        database.close()
    typer.echo(cleared.sentence)


@app.command()
def distribute(
    check: Annotated[
        bool, typer.Option("--check", help="Say where each table's rows would lie, and what is missing.")
    ] = False,
    apply: Annotated[bool, typer.Option("--apply", help="Have Citus place the tables. Safe to repeat.")] = False,
) -> None:
    """Spread the operators over several PostgreSQL machines with Citus: each operator's rows lie together."""
    from marqueedesk import distribution

    if check == apply:
        typer.echo("Say --check or --apply.", err=True)
        raise typer.Exit(2)
    database = _database()
    try:
        if check:
            _print_distribution(database)
            return
        with database.write_connection() as connection:
            for one in distribution.apply(connection):
                typer.echo(f"{one.table}: {one.place}")
    except distribution.NotPossible as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()


def _print_distribution(database: "Database") -> None:
    """Print the plan and what is missing; exit with 1 where something is."""
    from marqueedesk import distribution

    for one in distribution.plan():
        without = f", without its reference {', '.join(one.dropped)}" if one.dropped else ""
        typer.echo(f"{one.table}: {one.place}{without}")
    missing = distribution.faults()
    if database.is_sqlite:
        missing.append("SQLite is one file on one machine: move to PostgreSQL first.")
    else:
        with database.autocommit_connection() as connection:
            if not distribution.has_citus(connection):
                missing.append("This PostgreSQL has no Citus: install the extension, then CREATE EXTENSION citus.")
    for sentence in missing:
        typer.echo(sentence, err=True)
    if missing:
        raise typer.Exit(1)


@app.command(name="move-to")
def move_to(url: Annotated[str, typer.Argument(help="The URL of an empty PostgreSQL database.")]) -> None:
    """Copy everything from the SQLite file into PostgreSQL. Stop the server first."""
    from sqlalchemy.exc import SQLAlchemyError

    from marqueedesk.kit.database import Database
    from marqueedesk.migrations.revision import CannotMigrate
    from marqueedesk.moving import NotMoved, move

    try:
        target = Database(url, pool_size=2)
    except ValueError as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None
    with _claimed(_settings()):
        source = _database()
        try:
            moved = dict(move(source, target))
        except (NotMoved, CannotMigrate) as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(1) from None
        except SQLAlchemyError as problem:
            said = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
            typer.echo(f"Nothing was moved: {said}", err=True)
            raise typer.Exit(1) from None
        finally:
            source.close()
            target.close()
    typer.echo(f"{sum(moved.values())} rows of {len(moved)} tables are there now.")
    typer.echo("Set MARQUEEDESK_DATABASE_URL to that database, keep the data folder, and start the server.")


@app.command()
def openapi() -> None:
    """Print the OpenAPI document."""
    from marqueedesk.app import create_app
    from marqueedesk.settings import Settings

    document = create_app(Settings(database_url="sqlite://")).openapi()
    json.dump(document, sys.stdout, indent=2, sort_keys=True)
    sys.stdout.write("\n")


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write.")]) -> None:
    """Copy everything into one file. Safe while the server runs."""
    from marqueedesk.backup import BackupError
    from marqueedesk.backup import backup as make

    settings = _settings()
    try:
        make(settings.database, settings.data_dir, file)
    except BackupError as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
    typer.echo(f"Backup written to {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `marqueedesk backup` wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace what the database holds.")] = False,
) -> None:
    """Put a backup in place of the database. Stop the server first."""
    from marqueedesk.backup import BackupError
    from marqueedesk.backup import restore as put

    settings = _settings()
    with _claimed(settings):
        try:
            put(settings.database, settings.data_dir, file, replace=replace)
        except BackupError as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(1) from None
    typer.echo("Restored.")


if __name__ == "__main__":
    app()

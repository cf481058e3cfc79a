"""Command ``marqueedesk``: serve, migrate, seed-demo, create-admin, reset-link, backup, restore, and more."""

import os
from typing import Annotated

import typer

from marqueedesk.cli import data, one_business, payments, people, serving
from marqueedesk.kit.watch import build

# Files that commands write contain customer data or keys, so only their owner may read them.
PRIVATE_UMASK = 0o077


def main() -> None:
    """Run the command line."""
    os.umask(PRIVATE_UMASK)
    app()


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"marqueedesk {build.current()}")
        raise typer.Exit


@app.callback(help=__doc__)
def options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show version, commit and date, and exit."
        ),
    ] = False,
) -> None:
    """Accept the options that go before a command."""


app.command()(serving.serve)
app.command()(serving.migrate)
app.command()(serving.worker)
app.command(name="create-admin")(people.create_admin)
app.command(name="reset-link")(people.reset_link)
app.command(name="remove-second-factor")(people.remove_second_factor)
app.command(name="email-report")(people.email_report)
app.command(name="seed-demo")(data.seed_demo)
app.command()(data.distribute)
app.command(name="move-to")(data.move_to)
app.command()(serving.openapi)
app.command()(data.backup)
app.command()(data.restore)
app.command(name="export-business")(one_business.export_business)
app.command(name="import-business")(one_business.import_business)
app.command(name="restore-business")(one_business.restore_business)
app.command(name="move-business")(one_business.move_business)
app.command(name="rotate-key")(data.rotate_key)

provider = typer.Typer(no_args_is_help=True, help="Check and set up the payment provider account.")
provider.command(name="check")(payments.check)
provider.command(name="setup")(payments.setup)
provider.command(name="reconcile")(payments.reconcile)
provider.command(name="clear-test-data")(payments.clear_test_data)
app.add_typer(provider, name="payments")

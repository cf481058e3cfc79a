"""Commands for the payment provider."""

from typing import Annotated

import typer

from marqueedesk.cli.installation import bring_up_to_date, open_database, settings_or_exit


def check() -> None:
    """Check keys, webhook endpoints, wallet domain and events. If anything is missing, list it and exit with 1."""
    from marqueedesk.instance_settings.service import effective
    from marqueedesk.kit import clock
    from marqueedesk.stripe import setting_up
    from marqueedesk.stripe.provider import connect

    bring_up_to_date()
    settings, database = settings_or_exit(), open_database()
    try:
        with database.read() as db:
            platform, events = effective(db, settings), setting_up.event_log(db)
            accounts = setting_up.paid_directly(db, platform)
        findings = setting_up.check(platform, connect, events, clock.now(), accounts)
    finally:
        database.close()
    for one in findings:
        typer.echo(f"{'ok     ' if one.ok else 'missing'}  {one.sentence}")
    if not all(one.ok for one in findings):
        typer.echo("`marqueedesk payments setup` creates webhook endpoints and the wallet domain.", err=True)
        raise typer.Exit(1)


def setup() -> None:
    """Create missing webhook endpoints and the wallet domain at the provider. Safe to repeat."""
    from marqueedesk.instance_settings.service import effective
    from marqueedesk.kit import clock
    from marqueedesk.stripe import setting_up
    from marqueedesk.stripe.provider import connect

    bring_up_to_date()
    settings, database = settings_or_exit(), open_database()
    try:
        with database.read() as db:
            platform = effective(db, settings)
            accounts = setting_up.paid_directly(db, platform)
        result, stored = setting_up.set_up(platform, connect, accounts), False
        if result.secrets:
            with database.write() as db:
                stored = setting_up.keep_secrets(db, settings, result.secrets, clock.now())
    finally:
        database.close()
    for sentence in result.done:
        typer.echo(sentence)
    if result.secrets and stored:
        typer.echo("The new webhook secrets are stored.")
    elif result.secrets:
        typer.echo("Add these to MARQUEEDESK_STRIPE_WEBHOOK_SECRET, separated by commas. They won't be shown again:")
        typer.echo(",".join(result.secrets))
    if result.problem is not None:
        typer.echo(result.problem, err=True)
        raise typer.Exit(1)
    if not result.done:
        typer.echo("Everything is already set up.")


def reconcile(
    days: Annotated[int, typer.Option(min=1, max=365, help="Number of days to compare; events go back 30.")] = 30,
) -> None:
    """Compare with the provider and record missed events."""
    from datetime import timedelta

    from marqueedesk.kit import clock
    from marqueedesk.kit.jobs.job_runner import JobRunner
    from marqueedesk.stripe.errors import NoKeys, ProviderProblem
    from marqueedesk.stripe.kept_refusals import keeper
    from marqueedesk.stripe.provider import Provider
    from marqueedesk.stripe.reconciling import Reconciler
    from marqueedesk.subscribers import WEBHOOKS, provider_steps

    bring_up_to_date()
    settings, database = settings_or_exit(), open_database()
    try:
        provider = Provider(settings, keep=keeper(database))
        result = Reconciler(database, provider, WEBHOOKS).run(clock.now() - timedelta(days=days))
        JobRunner(database, outer=provider_steps(database, provider), most=1).all_due()
    except (ProviderProblem, NoKeys) as problem:
        typer.echo(problem.message, err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()
    for event in result.events:
        typer.echo(f"Recorded {event.kind} {event.object_id}, which had been missed.")
    for one in result.objects:
        typer.echo(f"Recorded {one.object_kind} {one.object_id}, which differed here.")
    for account in result.accounts:
        typer.echo(f"Updated the account {account}.")
    if not result.events and not result.objects and not result.accounts:
        typer.echo("Nothing was missing.")


def clear_test_data() -> None:
    """Delete card payments, accounts, subscriptions and events created with test keys, before going live."""
    from marqueedesk.admin import test_data

    bring_up_to_date()
    database = open_database()
    try:
        cleared = test_data.clear(database)
    finally:
        database.close()
    typer.echo(cleared.sentence)

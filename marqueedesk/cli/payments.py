"""Commands about the account at the payment provider."""

from typing import Annotated

import typer

from marqueedesk.cli.installation import bring_up_to_date, open_database, settings_or_exit


def check() -> None:
    """Look at keys, webhook endpoints, wallet domain and events; end with 1 and name what is missing."""
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
        found = setting_up.check(platform, connect, events, clock.now(), accounts)
    finally:
        database.close()
    for one in found:
        typer.echo(f"{'ok     ' if one.ok else 'missing'}  {one.sentence}")
    if not all(one.ok for one in found):
        typer.echo("`marqueedesk payments setup` makes webhook endpoints and the wallet domain.", err=True)
        raise typer.Exit(1)


def setup() -> None:
    """Make the webhook endpoints and the wallet domain that are missing at the provider. Safe to repeat."""
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


def reconcile(
    days: Annotated[int, typer.Option(min=1, max=365, help="How many days to look back; events go back 30.")] = 30,
) -> None:
    """Compare with the provider, and record what no event has told."""
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


def clear_test_data() -> None:
    """Remove card payments, accounts, subscriptions and events that were made with test keys, before going live."""
    from marqueedesk.admin import test_data

    bring_up_to_date()
    database = open_database()
    try:
        cleared = test_data.clear(database)
    finally:
        database.close()
    typer.echo(cleared.sentence)

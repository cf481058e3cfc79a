"""Server commands: server, standalone worker, database migration, OpenAPI document."""

import contextlib
import json
import os
import shutil
import sys
from typing import Annotated, Any

import typer

from marqueedesk.cli.installation import (
    bring_up_to_date,
    bring_up_to_date_apart,
    check_data_folder,
    claimed,
    enter_history,
    open_database,
    settings_or_exit,
    warn_of_unknown_names,
)


def serve(
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Port to listen on.")] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL.")] = 1,
    forwarded_from: Annotated[
        str,
        typer.Option(help="Trusted proxies for X-Forwarded-For and -Proto; * if only a proxy can connect."),
    ] = "127.0.0.1",
) -> None:
    """Migrate the database and start the server."""
    from marqueedesk.kit.watch import open_files

    settings = settings_or_exit()
    warn_of_unknown_names()
    check_data_folder(settings)
    if workers > 1 and settings.database.startswith("sqlite"):
        typer.echo(
            "SQLite supports a single server process. Set MARQUEEDESK_DATABASE_URL to a PostgreSQL URL for more.",
            err=True,
        )
        raise typer.Exit(2)
    proxies = proxies_of(forwarded_from)
    with claimed(settings):
        if workers > 1:
            bring_up_to_date_apart()
        else:
            bring_up_to_date()
        if workers > 1 and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            # Folder in which the processes of this server aggregate their metrics. The next start deletes the files of
            # the previous run, because a signal may leave no time for that.
            folder = settings.data_dir / f"metrics-{port}"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        any_proxy = proxies == "*"
        files = open_files.raise_limit()
        if files < open_files.FEW:
            few = f"Only {files} files may be open at once, so few clients can connect."
            typer.echo(f"{few} Raise the limit (LimitNOFILE).", err=True)
        _refuse_address(host, port)
        typer.echo(f"MarqueeDesk is running at http://{host}:{port} (press Ctrl-C to stop).", err=True)
        _serve(
            "marqueedesk.web.serving:application_behind_a_proxy"
            if any_proxy
            else "marqueedesk.web.serving:application",
            factory=True,
            http="marqueedesk.kit.http.http_server:BoundedHttp",
            limit_concurrency=open_files.most_connections(files),
            host=host,
            port=port,
            workers=workers,
            access_log=False,
            log_level="warning",
            proxy_headers=not any_proxy,
            forwarded_allow_ips=proxies,
            server_header=False,
            timeout_graceful_shutdown=10,
        )


def proxies_of(addresses: str) -> str:
    """Normalize proxy addresses as the server sees them, with IPv4 addresses also in IPv4-mapped form for dual-stack
    sockets. If one is invalid, print a message and exit with 2.
    """
    from ipaddress import IPv4Network, ip_network

    if addresses.strip() == "*":
        return "*"
    met: list[str] = []
    for address in addresses.split(","):
        try:
            network = ip_network(address.strip(), strict=False)
        except ValueError:
            typer.echo(f"--forwarded-from: {address.strip()!r} is not a valid address or network.", err=True)
            raise typer.Exit(2) from None
        met.append(str(network))
        if isinstance(network, IPv4Network):
            met.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return ",".join(met)


def _refuse_address(host: str, port: int) -> None:
    """If the address is unavailable, print a message and exit with 2, because uvicorn would first report that it is
    running.
    """
    from marqueedesk.mail.listening import why_not

    problem = why_not(host, port)
    if problem is not None:
        typer.echo(f"Cannot listen on {host}, port {port}: {problem}.", err=True)
        raise typer.Exit(2)


def _serve(application: str, **options: Any) -> None:
    """Run uvicorn with these options until a signal arrives. Several processes share the code they have loaded, where
    possible.
    """
    import uvicorn

    from marqueedesk.mail.systemd import notify_ready
    from marqueedesk.web import processes, watchdog, watching

    if options["workers"] > 1 and not processes.inherits_orphans():
        uvicorn.run(application, **options)
        return
    config = uvicorn.Config(application, **options)
    if options["workers"] > 1:
        watching.become(config.bind_socket(), config.workers, application, options)
    watchdog.give_signs(config, notify_ready)
    config.load_app()
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        raise typer.Exit(processes.FAILED_TO_START)


def migrate(
    statement_minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, help="Maximum duration of a single schema change.")
    ] = 15,
) -> None:
    """Migrate the database to this version's schema, and enter earlier bookings in the ledger.

    The second part can be interrupted; running the command again, or the worker, goes on with it.
    """
    bring_up_to_date(statement_minutes)
    enter_history()
    typer.echo("The database is up to date.")


def worker() -> None:
    """Run background jobs separately from the server, which then runs with MARQUEEDESK_WORKER=off."""
    import signal
    import threading

    from marqueedesk import __version__
    from marqueedesk.kit.db.heartbeats import Heartbeat
    from marqueedesk.kit.watch import build, tracing
    from marqueedesk.kit.watch.metrics import configure_logging, log
    from marqueedesk.mail.systemd import notify_ready
    from marqueedesk.web.watchdog import BEATS_EVERY
    from marqueedesk.worker import Inside, Worker

    settings = settings_or_exit()
    warn_of_unknown_names()
    check_data_folder(settings)
    bring_up_to_date()
    configure_logging(settings.log_level)
    log.info("started", build=str(build.current()))
    if settings.traces == "otlp":
        tracing.start(__version__)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    database = open_database()
    announcer = None
    if not database.is_sqlite:
        # Open pages must receive the worker's changes too.
        from marqueedesk.kit.live.notify import Announcer

        announcer = Announcer(settings.listen_url or settings.database)
        announcer.start()
        database.on_changes = announcer.announce
    heartbeat = Heartbeat(database)
    heartbeat.start()
    working = Inside(Worker(database, settings))
    working.start()
    notify_ready()
    while not stop.wait(BEATS_EVERY):
        notify_ready()
    working.end()
    if announcer:
        announcer.close()
    heartbeat.close()
    database.close()


def openapi() -> None:
    """Print the OpenAPI document."""
    from marqueedesk.app import create_app
    from marqueedesk.settings import Settings

    document = create_app(Settings(database_url="sqlite://")).openapi()
    json.dump(document, sys.stdout, indent=2, sort_keys=True)
    sys.stdout.write("\n")

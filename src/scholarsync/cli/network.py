"""Pages for the line: from the net through a polite fetcher, or from files where the settings name them."""

from __future__ import annotations

import time
from pathlib import Path

from scholarsync.cli.opened import exact_now, now
from scholarsync.config import PLACEHOLDER, Settings
from scholarsync.errors import ConfigError, Missing, Unreachable
from scholarsync.fetch import Fetcher, Limits
from scholarsync.fetch.pace import Pace
from scholarsync.model import Page, Request, Watch
from scholarsync.store.evidence import Validators
from scholarsync.sync.pull import Ask, Spend


def fetcher_of(settings: Settings, pace: Pace) -> Fetcher:
    """The fetcher that the settings ask for; a pace that a store holds is kept over processes."""
    file = settings.file
    return Fetcher(
        file.contact, clock=exact_now, pace_store=pace, allow_private=file.allow_private_addresses,
        limits=Limits(page_bytes=file.limits.page_bytes),
    )  # fmt: skip


def asking(fetcher: Fetcher, watch: Watch, settings: Settings, *, end: float) -> Ask:
    """How to fetch pages for one watch, within its deadline and the run's.

    Args:
        fetcher: the way to the net.
        watch: whose pages.
        settings: the watch's time and the contact.
        end: the moment of `time.monotonic` at which the run ends.
    """
    deadline = min(time.monotonic() + settings.file.limits.watch_s, end)

    def ask(request: Request, validators: Validators | None, spend: Spend) -> Page:
        if "path" in watch.options and request.url == watch.locator:
            return read_page(watch, request, limit=settings.file.limits.page_bytes)
        if settings.file.contact == PLACEHOLDER:
            raise ConfigError("contact: put your e-mail address or a URL there; services want to know whom to write to")
        return fetcher.fetch(request, watch=watch.key, deadline=deadline, validators=validators, spend=spend)

    return ask


def read_page(watch: Watch, request: Request, *, limit: int) -> Page:
    """A local file as the page it would have been on the net.

    Raises:
        Missing: there is no such file.
        Unreachable: it is no plain file (a pipe would hold the job), cannot be read, or is larger than a page may be.
    """
    path = Path(watch.options["path"])
    try:
        if path.exists() and not path.is_file():
            raise Unreachable(f"{path}: not a plain file")
        if path.stat().st_size > limit:
            raise Unreachable(f"{path}: larger than limits.page_bytes = {limit}")
        body = path.read_bytes()
    except FileNotFoundError as error:
        raise Missing(f"{path}: no such file") from error
    except OSError as error:
        raise Unreachable(f"{path}: {error.strerror or error}") from error
    base = watch.options.get("base_url")
    return Page(watch=watch.key, url=request.url, final_url=base, role=request.role, fetched_at=now(), body=body)


def no_net(watch: Watch) -> Ask:
    """A way to fetch that never does."""

    def ask(request: Request, validators: Validators | None, spend: Spend) -> Page:
        del validators, spend
        raise Unreachable(f"{request.url}: {watch.key} is not fetched here")

    return ask

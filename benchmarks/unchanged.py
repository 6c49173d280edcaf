"""Measure a run over homepages none of which has changed, beside asking for them with `requests` alone.

    python benchmarks/unchanged.py 1000

A local server in a process of its own plays so many homepages; a first run reads them all, a second finds
them unchanged.  The server is asked for the same pages once more by `requests` with the same validators.
Pauses between requests are left out on both sides.  Printed are seconds of the clock and of processor time,
the ratio, and how many rows the second run added to which table.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import requests  # noqa: TID251 - the peer that is measured beside

from scholarsync import sources, targets
from scholarsync.config import load
from scholarsync.fetch import Fetcher, Limits
from scholarsync.store import Store
from scholarsync.sync import Run, sync

START = datetime(2031, 1, 6, 6, tzinfo=UTC)
ENTRY = "<li><b>{title}</b><br>Ann Arden, Lina Bose<br><i>Journal of Reeds</i>, 2024</li>"
WORDS = "river delta gauge braid silt ferry marsh heron otter reed flood dike lock weir barge canal tide shoal".split()


class Homepages(BaseHTTPRequestHandler):
    """Pages with an ETag each, answered with 304 to those who have them."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer one question."""
        if self.path == "/robots.txt":
            self._answer(404, b"")
            return
        dice = random.Random(self.path)
        titles = (" ".join(f"{word}{dice.randint(1, 99)}" for word in dice.sample(WORDS, 6)) for _ in range(10))
        entries = "".join(ENTRY.format(title=title) for title in titles)
        page = f"<html><head><title>Ann</title></head><body><h1>Ann Arden</h1><h2>Publications</h2><ul>{entries}</ul>"
        body = f"{page}</body></html>".encode()
        tag = f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"'
        if self.headers.get("If-None-Match") == tag:
            self._answer(304, b"", tag)
        else:
            self._answer(200, body, tag)

    def _answer(self, status: int, body: bytes, tag: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if tag:
            self.send_header("ETag", tag)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def serve(pipe) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Homepages)
    pipe.send(server.server_port)
    server.serve_forever()


def run(folder: Path, day: int) -> tuple[float, float]:
    """Seconds of the clock and of processor time that one run takes."""
    settings = load(folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load()))
    at = START + timedelta(days=day)
    limits = Limits(gap_s=0.0)
    with (
        Store(folder / "store.db") as store,
        Fetcher(
            "ann@example.org", clock=lambda: at, sleep=lambda _: None, allow_private=True, limits=limits
        ) as fetcher,
    ):
        with store.write():
            number = store.evidence.start_run("sync", version="0", at=at)

        def ask(watch):
            deadline = time.monotonic() + 60
            return lambda request, validators, spend: fetcher.fetch(
                request, watch=watch.key, deadline=deadline, validators=validators, spend=spend
            )

        clock, cpu = time.perf_counter(), time.process_time()
        report = sync(Run(store=store, settings=settings, at=at, id=number, ask=ask))
        taken = time.perf_counter() - clock, time.process_time() - cpu
        outcomes = {pull.outcome for pull in report.pulls}
        if outcomes != {"ok" if day == 0 else "unchanged"}:
            raise SystemExit(f"day {day}: {outcomes}")
        return taken


def rows(folder: Path) -> dict[str, int]:
    with Store(folder / "store.db") as store:
        return {table.name: table.count for table in store.db.tables if not table.name.startswith("works_fts")}


def plain(urls: list[str]) -> tuple[float, float]:
    """The same questions asked without anything else being done."""
    with requests.Session() as session:
        tags = {url: session.get(url, timeout=10).headers["ETag"] for url in urls}
        clock, cpu = time.perf_counter(), time.process_time()
        for url in urls:
            if session.get(url, headers={"If-None-Match": tags[url]}, timeout=10).status_code != 304:
                raise SystemExit(f"{url}: not 304")
        return time.perf_counter() - clock, time.process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=int)
    pages = parser.parse_args().pages
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(there,), daemon=True)
    server.start()
    port = here.recv()
    urls = [f"http://127.0.0.1:{port}/{number}" for number in range(pages)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        watches = ",\n".join(f'  {{source = "homepage", locator = "{url}"}}' for url in urls)
        settings = 'contact = "ann@example.org"\nallow_private_addresses = true\n'
        (folder / "config.toml").write_text(
            f'{settings}[[people]]\nname = "Ann Arden"\nwatches = [\n{watches},\n]\n', "utf-8"
        )
        first = run(folder, 0)
        before = rows(folder)
        second = run(folder, 1)
        added = {table: count - before[table] for table, count in rows(folder).items() if count != before[table]}
    alone = plain(urls)
    server.terminate()
    for label, (clock, cpu) in (("all new", first), ("unchanged", second), ("requests alone", alone)):
        print(f"{label:>15} {clock:8.2f} s {cpu:8.2f} s of processor time")
    print(f"{'ratio':>15} {second[0] / alone[0]:8.2f}   {second[1] / alone[1]:8.2f}")
    print("rows added by the unchanged run:", added)


if __name__ == "__main__":
    main()

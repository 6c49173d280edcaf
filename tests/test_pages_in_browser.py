"""The pages we write, opened in a real browser: wide and narrow, with scripts and without."""

import html as markup
import json
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from scholarsync.audit import KINDS, Finding
from scholarsync.cli.audit_page import page as audit_page
from scholarsync.model import Author, Record, Work
from scholarsync.publish import ListRules, select
from scholarsync.targets import ListOptions, html

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--allow-file-access-from-files",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=4000", "--dump-dom",
)  # fmt: skip
LOOK = """<!doctype html><meta charset="utf-8"><pre id="seen"></pre>
<iframe src="page.html{fragment}" width="{width}" height="800" {sandbox}></iframe>
<script>
const frame=document.querySelector('iframe');
frame.addEventListener('load',()=>{{const page=frame.contentDocument,seen={{}};
const shown=selector=>[...page.querySelectorAll(selector)].filter(e=>e.checkVisibility()).map(e=>e.textContent.trim());
seen.alerted=!!frame.contentWindow.alerted;
seen.filter=shown('.filter').length;seen.items=shown('li .title');seen.headings=shown('h2');
seen.wider=page.documentElement.scrollWidth-frame.clientWidth;
seen.styled=getComputedStyle(page.querySelector('h1')).fontFamily;seen.links=[...page.querySelectorAll('a')].map(a=>a.href);
seen.foreign=page.querySelectorAll('main script, main img, main iframe').length;
seen.asked=shown('.count').join();
const input=page.querySelector('input');
if(input&&seen.filter){{input.value={words};input.dispatchEvent(new Event('input'));seen.found=shown('li .title');
seen.years=shown('h2');seen.count=shown('.count')}}
document.querySelector('#seen').textContent=JSON.stringify(seen)}});
</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on PATH: the pages are not opened")

LONG = "Pneumono" * 30
TITLES = (
    "Kites & Roofs", "<script>alerted=1</script>Moss", "<img src=x onerror=alerted=1>", "Étude of the Über-Brücke", LONG,
    "日本語の凧", '"><svg onload=alerted=1>',
)  # fmt: skip


def works():
    made = []
    for number, title in enumerate(TITLES):
        chosen = Record(
            key=f"a:{number}", source="a", title=title, authors=(Author(family="Quill", given="Ada", marks=("equal",)),),
            year=2030 + number // 2, date=str(2030 + number // 2), venue="Annals of <b>Moss</b>",
            doi=f'10.5555/<"{number}', links={"pdf": "https://example.org/a.pdf", "x": "javascript:alerted=1"},
        )  # fmt: skip
        made.append(Work(key=chosen.key, chosen=chosen, records=(chosen.key,), label=f"quill{number}"))
    return select(made, ListRules())


def look(folder, text, *, width=1200, scripts=True, words="", fragment=""):
    """What a person would see of a page, as the browser lays it out."""
    (folder / "page.html").write_text(text, "utf-8")
    sandbox = "" if scripts else 'sandbox="allow-same-origin"'
    outer = LOOK.format(width=width, sandbox=sandbox, words=json.dumps(words), fragment=fragment)
    (folder / "look.html").write_text(outer, "utf-8")
    run = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", (folder / "look.html").as_uri()],
        capture_output=True, text=True, timeout=90, check=True,
    )  # fmt: skip
    found = re.search(r'<pre id="seen">(.*?)</pre>', run.stdout, re.DOTALL)
    return json.loads(markup.unescape(found[1]))


def test_list_filters_in_a_wide_window(tmp_path):
    seen = look(tmp_path, html.target.render(works(), ListOptions(owners=("Ada Quill",))), words="etude BRUCKE")

    assert seen["filter"] == 1
    assert sorted(seen["items"]) == sorted(TITLES)
    assert seen["headings"] == ["2033", "2032", "2031", "2030"]
    assert (seen["found"], seen["years"], seen["count"]) == (["Étude of the Über-Brücke"], ["2031"], ["1 found"])
    assert "system-ui" in seen["styled"]


def test_a_link_can_name_the_filter(tmp_path):
    seen = look(tmp_path, html.target.render(works(), ListOptions()), fragment="#q=etude%20BRUCKE")

    assert seen["asked"] == "1 found"
    assert seen["items"] == ["Étude of the Über-Brücke"]


def test_list_reads_on_a_phone_without_scripts(tmp_path):
    seen = look(tmp_path, html.target.render(works(), ListOptions()), width=390, scripts=False)

    assert seen["filter"] == 0
    assert len(seen["items"]) == len(TITLES)
    assert seen["wider"] <= 0


def test_list_runs_nothing_of_a_title(tmp_path):
    seen = look(tmp_path, html.target.render(works(), ListOptions()))

    assert seen["alerted"] is False
    assert seen["foreign"] == 0
    assert {link.split(":")[0] for link in seen["links"]} == {"https"}


def test_audit_report_reads_on_a_phone(tmp_path):
    finding = Finding(
        kind="missing", work="quill1", title="<img src=x onerror=alerted=1>", where="homepage:https://example.org/" + "a" * 300,
        detail="not listed there", records=("scholar:" + "b" * 200,),
    )  # fmt: skip
    findings = [replace(finding, kind=kind, detail=f"one: {LONG}; other: <b>2</b>") for kind in KINDS] + [finding]

    seen = look(tmp_path, audit_page(sorted(findings, key=lambda f: list(KINDS).index(f.kind))), width=390)

    assert seen["wider"] <= 0
    assert seen["alerted"] is False
    assert seen["foreign"] == 0
    assert [heading.split(" (")[0].lower() for heading in seen["headings"]] == list(KINDS.values())
    assert len(seen["items"]) == len(KINDS)
    assert "system-ui" in seen["styled"]


def test_empty_audit_says_so(tmp_path):
    assert "<p>Nothing was found.</p>" in audit_page(())
    assert look(tmp_path, audit_page(()))["headings"] == []

"""Slips that exports and keys of other programs are known for, each as a case of its kind."""

import json
import random
import re

import pytest

from scholarsync import targets
from scholarsync.model import Draft, Record, Work
from scholarsync.normalise import normalise
from scholarsync.normalise.records import from_row
from scholarsync.publish import ListRules, labels, select
from scholarsync.targets import ListOptions
from scholarsync.update import update_list


def work(row: dict[str, object], key: str = "made:1") -> Work:
    chosen = from_row({"title": "Gulls of Roofs", **row}, key=key, source="made")
    return Work(key=key, chosen=chosen, records=(key,), label=str(row.get("label") or "gulls2031"))


def export(name: str, *works: Work) -> str:
    text = targets.load()[name].render(works, ListOptions())
    return text if isinstance(text, str) else "\n".join(text.values())


def test_an_entity_in_a_name_is_decoded_once_and_written_as_each_format_does():
    record = normalise(Draft(id="1", title="Gulls of Roofs", venue="Maps &amp; Rivers", markup="html"), source="made")
    made = Work(key="made:1", chosen=record, records=("made:1",))

    assert record.venue == "Maps & Rivers"
    assert "= {Maps \\& Rivers}" in export("bibtex", made)
    assert "<i>Maps &amp; Rivers</i>" in export("html", made)
    assert json.loads(export("csl-json", made))[0]["container-title"] == "Maps & Rivers"
    assert "T2  - Maps & Rivers\r\n" in export("ris", made)


@pytest.mark.parametrize(("name", "said", "unsaid"), [
    ("bibtex", "year  = {2020}", "month"), ("biblatex", "date  = {2020}", "2020-"), ("csl-json", '"date-parts": [\n    [\n     2020\n    ]', "01"),
    ("ris", "PY  - 2020", "2020/01"), ("csv", ",2020,2020,", "2020-"), ("json", "2020", "2020-01"),
])  # fmt: skip
def test_a_year_is_no_first_of_january(name, said, unsaid):
    text = export(name, work({"year": 2020}))

    assert said in text
    assert unsaid not in text.replace(said, "")


def test_addresses_and_identifiers_are_never_escaped():
    made = work({"url": "https://example.org/AF_AFQ1%20x~y#z", "doi": "10.5555/ab_1", "arxiv_id": "math.GT/0301001"})

    text = export("bibtex", made)

    assert "{https://example.org/AF_AFQ1%20x~y#z}" in text
    assert "{10.5555/ab_1}" in text
    assert "{math/0301001}" in text or "{math.GT/0301001}" in text
    assert "\\_" not in text
    assert "\\%" not in text


@pytest.mark.parametrize(("name", "shown"), [
    ("bibtex", "Burning 100 \\% straw"), ("biblatex", "Burning 100 \\% straw"), ("html", "Burning 100 % straw"),
    ("markdown", "Burning 100 % straw"), ("csl-json", "Burning 100 % straw"), ("ris", "Burning 100 % straw"),
    ("csv", "Burning 100 % straw"), ("hugo", "Burning 100 % straw"),
])  # fmt: skip
def test_a_percent_sign_is_escaped_for_latex_alone(name, shown):
    assert shown in export(name, work({"title": "Burning 100 % straw"}))


def test_works_of_one_year_have_one_order():
    rows = [
        {"title": f"{letter} of Roofs", "year": 2020}
        for letter in "Gulls Owls Kites Wrens Terns Crows Rooks Swifts Larks".split()
    ]
    rows[3]["date"] = "2020-06"
    made = [work(row, key=f"made:{at}") for at, row in enumerate(rows)]
    orders = set()
    for seed in range(20):
        random.Random(seed).shuffle(made)
        orders.add(tuple(one.key for one in select(made, ListRules())))

    assert len(orders) == 1
    assert next(iter(orders))[0] == "made:3"


@pytest.mark.parametrize(("name", "said"), [("bibtex", "author = {Arden, Ann},"), ("ris", "AU  - Arden, Ann\r\n")])
def test_one_author_is_one_name(name, said):
    assert said in re.sub(" +=", " =", export(name, work({"authors": ["Ann Arden"]})))


def test_a_family_name_of_two_words_is_not_torn():
    author = {"family": "Ruck Wills", "given": "Rhona"}
    chosen = from_row({"title": "Gulls of Roofs", "authors": [author]}, key="made:1", source="made")

    text = export("bibtex", Work(key="made:1", chosen=chosen, records=("made:1",)))

    assert "{Ruck Wills, Rhona}" in text


def test_a_key_that_is_given_stays_and_the_newcomer_gets_the_letter():
    first = work({"title": "Braided Rivers", "authors": ["Lin Chen"], "year": 2014}, key="made:9")
    second = work({"title": "Braided Channels", "authors": ["Bo Chen"], "year": 2014}, key="made:1")

    keys = labels([first, second], taken={"made:9": "chen2014braided"})

    assert keys == {"made:9": "chen2014braided", "made:1": "chen2014braideda"}


def test_a_newcomer_of_a_kept_list_gets_the_letter_too(tmp_path):
    path = tmp_path / "papers.bib"
    old = "@article{chen2014,\n  title = {Braided Rivers of the North},\n  author = {Chen, Lin},\n  year = {2014}\n}\n"
    path.write_text(old)

    update_list(path, [from_row({"title": "Silent Roofs of the South", "authors": ["Bo Chen"], "year": 2014}, key="n", source="made"),
                       from_row({"title": "Owls over Old Stations", "authors": ["Di Chen"], "year": 2014}, key="m", source="made")])  # fmt: skip

    assert old in path.read_text()
    assert path.read_text().count("@article{chen2014,") == 1


@pytest.mark.parametrize("upgrade", [False, True])
def test_an_entry_with_the_id_of_another_paper_is_told_not_rewritten(tmp_path, upgrade):
    path = tmp_path / "papers.bib"
    path.write_text(
        "@misc{gauge,\n  title = {OneGauge: Measuring Rivers at Once},\n  author = {Arden, Ann},\n"
        "  eprint = {3101.00002},\n  archiveprefix = {arXiv},\n  year = {2031}\n}\n"
    )
    before = path.read_bytes()
    other = from_row(
        {"title": "RobotDrive: Cars without Roads", "authors": ["Lin Bose"], "year": 2031, "arxiv_id": "3101.00002",
         "venue": "Journal of Roads", "type": "article"}, key="n", source="made",
    )  # fmt: skip

    report = update_list(path, [other], fill=True, upgrade=upgrade)

    assert path.read_bytes() == before
    assert any("identifier" in conflict for conflict in report.conflicts)


def test_an_id_that_an_abstract_speaks_of_is_not_the_paper_s():
    record = normalise(
        Draft(id="1", title="Gulls of Roofs", abstract="We extend arXiv:3101.00001 and 10.5555/other."), source="made"
    )

    assert (record.arxiv_id, record.doi) == (None, None)
    assert isinstance(record, Record)

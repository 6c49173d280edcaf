"""Which works a list gets, in which order, under which key, and how its file gets onto the disk."""

import os
import random
import stat
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync import files
from scholarsync.errors import PublishError
from scholarsync.model import Record, Version, Work
from scholarsync.normalise.names import parse_name
from scholarsync.publish import ListRules, labels, select, write_whole


def work(key="a:1", title="Kites at Dusk", authors=("Ann Arden",), year=2020, people=("Ann Arden",), **more):
    label = more.pop("label", None)
    versions = more.pop("versions", ())
    names = tuple(parse_name(name) for name in authors)
    more.setdefault("date", str(year) if year else None)
    chosen = Record(key=key, source="a", title=title, authors=names, year=year, **more)
    return Work(key=key, chosen=chosen, records=(key,), people=people, label=label, versions=versions)


# choosing


def keys(works):
    return [work.key for work in works]


def test_all_works_are_chosen_by_default():
    assert keys(select([work("a:1"), work("a:2", year=None)], ListRules())) == ["a:1", "a:2"]


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        (ListRules(since=2021), ["new"]),
        (ListRules(until=2021), ["old"]),
        (ListRules(since=2000, until=2010), []),
        (ListRules(types=("article",)), ["new"]),
        (ListRules(types=("other",)), ["undated", "old"][::-1]),
        (ListRules(person="Ann Arden"), ["new", "old", "undated"]),
        (ListRules(person="Bo Berg"), []),
        (ListRules(limit=1), ["new"]),
        (ListRules(limit=0), []),
        (ListRules(selected_only=True), ["old"]),
        (ListRules(selected_only=True, selected=("new2024kites",)), ["new", "old"]),
        (ListRules(selected=("new2024kites",)), ["new", "old", "undated"]),
        (ListRules(exclude=("NEW2024kites", "undated")), ["old"]),
        (ListRules(exclude=("https://doi.org/10.5555/XY.1",)), ["old", "undated"]),
        (ListRules(exclude=("10.5555/xy", "arXiv:2001.00001v9x", "ew", "")), ["new", "old", "undated"]),
        (ListRules(exclude=("arXiv:2001.00001",)), ["new", "undated"]),
        (ListRules(exclude=("10.5555/preprint.7",)), ["new", "undated"]),
    ],
)
def test_rules_choose(rules, kept):
    preprint = Version(kind="preprint", year=2019, venue=None, doi="10.5555/preprint.7", arxiv_id=None, records=())
    works = [
        work("new", year=2024, type="article", doi="10.5555/xy.1", label="new2024kites"),
        work("old", year=2020, arxiv_id="2001.00001", ids={"selected": "true"}, versions=(preprint,)),
        work("undated", year=None),
    ]

    assert keys(select(works, rules)) == kept


@pytest.mark.parametrize(
    ("authors", "leads"),
    [
        (("Ann Arden", "Bo Berg"), True),
        (("A. Arden", "Bo Berg"), True),
        (("Arden, Ann",), True),
        (("Bo Berg", "Ann Arden"), False),
        (("Bert Arden", "Ann Arden"), False),
        (("Bo Berg*", "Ann Arden*", "Cy Cole"), True),
        (("Bo Berg*", "Cy Cole*", "Ann Arden"), False),
        (("Bo Berg", "Ann Arden*", "Cy Cole*"), False),
        ((), False),
    ],
)
def test_first_author_counts_equal_contributors(authors, leads):
    chosen = select([work(authors=authors)], ListRules(person="Ann Arden", first_author_only=True))

    assert bool(chosen) is leads


def test_another_spelling_of_the_person_leads_as_well():
    listed = [work(authors=("Ann Birch", "Bo Berg"))]

    assert select(listed, ListRules(person="Ann Arden", first_author_only=True)) == ()
    assert select(listed, ListRules(person="Ann Arden", first_author_only=True, spellings=("Ann Birch",))) != ()


def test_order_is_newest_first_and_total():
    """Nine papers of one year keep one order for ever: date, title, key."""
    expected = [
        work("d1", date="2020-12-24", title="Z"),
        work("d2", date="2020-12-01", title="Y"),
        work("d3", date="2020-12", title="X"),
        work("d4", date="2020-03-05", title="W"),
        work("t1", title="Alpha"),
        work("t2", title="beta"),
        work("k1", title="Same"),
        work("k2", title="Same"),
        work("t3", title="Γάμμα"),
        work("o1", year=1999, title="Alpha"),
        work("u1", year=None, title="Alpha"),
    ]
    for seed in range(20):
        shuffled = random.Random(seed).sample(expected, len(expected))

        assert keys(select(shuffled, ListRules())) == keys(expected)


def test_ordering_adds_no_precision():
    """A work known only as 2020 goes out as 2020."""
    (chosen,) = select([work(year=2020)], ListRules())

    assert chosen.chosen.date == "2020"


# naming


@pytest.mark.parametrize(
    ("given", "label"),
    [
        (work(authors=("Ann Arden",), year=2020, title="On the Kites of Ur"), "arden2020kites"),
        (work(authors=("Jan van der Berg",), year=1999, title="A Bell"), "vanderberg1999bell"),
        (work(authors=("Zoë Ångström-Ruiz",), year=2021, title="Über Möwen"), "angstromruiz2021uber"),
        (work(authors=("Siân O'Neil",), year=2021, title="'Tis <b>&"), "oneil2021tis"),
        (work(authors=(), year=None, title=None), "anon"),
        (work(authors=("李小明",), year=2003, title="日本語"), None),
        (work(authors=("Ann Arden",), year=2020, title="}{,%#~\\"), "arden2020"),
    ],
)
def test_labels_are_ascii_words(given, label):
    made = labels([given], taken={})[given.key]

    assert label is None or made == label
    assert set(made) <= set(string.ascii_lowercase + string.digits)


def test_an_old_key_stays_and_the_new_paper_gets_the_suffix():
    old, new = work("z:old", title="Kites II"), work("a:new", title="Kites I")

    assert labels([old, new], taken={"z:old": "arden2020kites"}) == {
        "z:old": "arden2020kites",
        "a:new": "arden2020kitesa",
    }


def test_a_key_is_not_given_again_when_its_work_is_gone():
    assert labels([work("a:2")], taken={}, is_given={"arden2020kites", "arden2020kitesa"}.__contains__) == {
        "a:2": "arden2020kitesb"
    }


def test_many_papers_of_one_stem_get_letters_on_end():
    made = labels([work(f"a:{n:02}") for n in range(30)], taken={})

    assert len(set(made.values())) == 30
    assert {"arden2020kites", "arden2020kitesa", "arden2020kitesz", "arden2020kitesab"} <= set(made.values())


def test_a_hand_kept_key_is_kept_where_it_is_free_and_harmless():
    own = work("b:1", label=None)
    own = replace(own, chosen=replace(own.chosen, label="Arden:Kites"))
    bad = replace(own, key="b:2", chosen=replace(own.chosen, label="x},\n@string{"))
    twin = replace(own, key="b:3")

    made = labels([own, bad, twin], taken={})

    assert made["b:1"] == "Arden:Kites"
    assert made["b:2"].startswith("arden2020kites")
    assert made["b:3"].startswith("arden2020kites")


@given(st.lists(st.sampled_from(["Kites", "kites", "Bells", "The Kites", "鳶"]), min_size=1, max_size=8), st.randoms())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_labels_never_change_when_works_arrive(titles, chance):
    works = [work(f"a:{number}", title=title) for number, title in enumerate(titles)]
    first = works[: chance.randint(0, len(works))]
    before = labels(first, taken={})
    shuffled = chance.sample(works, len(works))

    after = labels(shuffled, taken=before)

    assert {key: after[key] for key in before} == before
    assert len({label.lower() for label in after.values()}) == len(works)
    assert labels(works, taken={}) == labels(shuffled, taken={})


# writing


def test_a_file_is_written_once(tmp_path):
    path = tmp_path / "new" / "list.bib"

    assert write_whole(path, "ä\n") is True
    before = path.stat()
    assert write_whole(path, "ä\n") is False
    assert path.read_bytes() == "ä\n".encode()
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_mode_is_kept_and_a_link_written_through(tmp_path):
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)

    write_whole(link, "new")

    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_new_file_is_as_readable_as_others(tmp_path):
    path = tmp_path / "list.html"
    mask = os.umask(0o022)
    try:
        write_whole(path, "x")
    finally:
        os.umask(mask)

    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_what_cannot_be_written_leaves_the_old_list(tmp_path, monkeypatch):
    path = tmp_path / "list.bib"
    path.write_text("old")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(PublishError, match=r"list\.bib: No space left on device; the old list stands$"):
        write_whole(path, "new")

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text", ["\ud800", "ok \udcff"])
def test_text_that_is_no_unicode_is_refused(tmp_path, text):
    with pytest.raises(PublishError):
        write_whole(tmp_path / "list.md", text)

    assert list(tmp_path.iterdir()) == []


def test_a_loop_of_links_and_a_folder_in_the_way_are_refused(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "folder.bib").mkdir()
    (tmp_path / "file").write_text("x")

    for path in (tmp_path / "loop", tmp_path / "folder.bib", tmp_path / "file" / "list.bib"):
        with pytest.raises(PublishError) as told:
            write_whole(path, "new")
        assert "\n" not in str(told.value)


def test_a_folder_is_written_and_the_rest_of_it_stays(tmp_path):
    (tmp_path / "site" / "a").mkdir(parents=True)
    (tmp_path / "site" / "_index.md").write_text("mine")

    assert write_whole(tmp_path / "site", {"a/index.md": "1", "b/index.md": "2"}) is True
    assert write_whole(tmp_path / "site", {"a/index.md": "1", "b/index.md": "2"}) is False
    assert write_whole(tmp_path / "site", {"a/index.md": "1", "b/index.md": "3"}) is True
    assert (tmp_path / "site" / "_index.md").read_text() == "mine"


@pytest.mark.parametrize(
    "name", ["../out.md", "/etc/out.md", "a/../../out.md", "..\\out.md", "", "a\0b", "away/out.md"]
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    site = tmp_path / "site"
    site.mkdir()
    (site / "away").symlink_to(tmp_path)

    with pytest.raises(PublishError):
        write_whole(site, {"a-good.md": "x", name: "y"})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]
    assert not (site / "a-good.md").exists()

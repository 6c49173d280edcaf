"""Settings: all mistakes at once, each with its place."""

from pathlib import Path

import pytest

from scholarsync.config import is_identity, is_orcid, load, local_path
from scholarsync.errors import ConfigError

SOURCES, TARGETS = frozenset({"scholar", "arxiv", "homepage"}), frozenset({"html", "bibtex"})


def read(tmp_path: Path, text: str):
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    return load(path, sources=SOURCES, targets=TARGETS)


def test_the_least_settings_have_defaults(tmp_path):
    settings = read(tmp_path, '[[people]]\nname = "Ada Quillfeather"\n')

    assert settings.store == tmp_path / "data/scholarsync.db"
    assert settings.file.policy == "publication"
    assert settings.file.limits.watch_s == 120
    assert [person.name for person in settings.people] == ["Ada Quillfeather"]


def test_all_mistakes_are_told_at_once_with_their_place(tmp_path):
    text = """
contcat = "x"
policy = "strict"
[[people]]
orcid = "0000-0002-1825-0098"
[[people.watches]]
source = "scholar"
locater = "abc"
[limits]
watch_s = -1
"""
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)

    lines = str(caught.value).splitlines()
    for part in (
        "contcat: unknown key",
        "policy:",
        "people.1.name:",
        "people.1.orcid:",
        "people.1.watches.1.locator:",
        "people.1.watches.1.locater: unknown key",
        "limits.watch_s:",
    ):
        assert sum(part in line for line in lines) == 1, part
    assert all(line.startswith(str(tmp_path)) for line in lines)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('[[people]]\nname = "A"\n[[people]]\nname = "A"\n', "stands twice"),
        ('[[lists]]\npath = "a.html"\nperson = "B"\n', "not among the people"),
        ('[[lists]]\npath = "a.html"\n[[lists]]\npath = "a.html"\n', "written twice"),
        ('[[people]]\nname = "A"\n[[people.watches]]\nsource = "orkut"\nlocator = "x"\n', "not one of"),
        ('[[lists]]\npath = "a"\nformat = "docx"\n', "not one of"),
        ("people = [", "not TOML"),
        ("people = " + "[" * 5000, "not TOML"),
        ("people = 5", "should be a list"),
        ('[[people]]\nname = ""\n', "people.1.name"),
    ],
)
def test_a_mistake_is_named(tmp_path, text, part):
    with pytest.raises(ConfigError, match=part):
        read(tmp_path, text)


@pytest.mark.parametrize(
    "address", ["https://ada:quartz@example.org/", "http://ada@example.org/x", "HTTPS://:quartz@example.org"]
)
def test_an_address_that_holds_a_password_is_a_mistake_and_not_repeated(tmp_path, address):
    text = f"""
    [[people]]
    name = "Ada"
    [[people.watches]]
    source = "homepage"
    locator = "{address}"
    """
    with pytest.raises(ConfigError, match="may hold no name or password") as caught:
        read(tmp_path, text)
    assert "quartz" not in str(caught.value)


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(ConfigError, match="scholarsync init"):
        load(tmp_path / "none.toml", sources=SOURCES, targets=TARGETS)


def test_bytes_that_are_no_text_are_a_mistake(tmp_path):
    path = tmp_path / "config.toml"
    path.write_bytes(b'contact = "\xff"')
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(path, sources=SOURCES, targets=TARGETS)


def test_a_locator_that_looks_like_a_file_is_one(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/me").write_text("x")

    assert local_path("./profile", tmp_path) == (tmp_path / "profile").resolve()
    assert local_path("scholar.html", tmp_path) == (tmp_path / "scholar.html").resolve()
    assert local_path("pages/me", tmp_path) == (tmp_path / "pages/me").resolve()
    assert local_path("https://example.org/index.html", tmp_path) is None
    assert local_path("math/0309136", tmp_path) is None
    assert local_path("AbCdEfGhIJ", tmp_path) is None
    assert local_path('au:"Quillfeather, A"', tmp_path) is None


@pytest.mark.parametrize(
    "value", ["0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097", "0000-0001-5109-3700"]
)
def test_an_orcid_checks_out(value):
    assert is_orcid(value)


@pytest.mark.parametrize("value", ["0000-0002-1825-0098", "0000-0002-1825", "", "x", "0000-0002-1825-009Ⅶ"])
def test_a_wrong_orcid_does_not(value):
    assert not is_orcid(value)


def test_only_a_name_query_is_no_identity():
    assert is_identity("scholar", "AbCdEfGhIJ")
    assert is_identity("arxiv", "quillfeather_a_1")
    assert is_identity("arxiv", "0000-0002-1825-0097")
    assert not is_identity("arxiv", 'au:"Quillfeather, A"')

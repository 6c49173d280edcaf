"""Titles and venues are cleaned for showing and folded for comparing, in every script."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.normalise.titles import clean_text, clean_title, fold, title_key
from scholarsync.normalise.types import parse_type
from scholarsync.normalise.venues import clean_venue, is_preprint_venue, venue_key


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("“On Kites.”", "On Kites"),
        ("On  Kites.\n", "On Kites"),
        ("On Kites?", "On Kites?"),
        ("Kites, Vol. II!", "Kites, Vol. II!"),
        ("“Kites” and “Lines”", "“Kites” and “Lines”"),
        ("Kites in the U.S.", "Kites in the U.S."),
        ("On <i>Kites</i> &amp;amp; Lines", "On Kites & Lines"),
        ("H<sub>2</sub>O", "H2O"),
        ("x < y and y > z", "x < y and y > z"),
        ("Ki\u00adtes", "Kites"),
        ("Les cerfs-volants : étude", "Les cerfs-volants : étude"),
        ("CafÃ© kites", "Café kites"),
        ("竹とんぼの解析。", "竹とんぼの解析"),
        ("", ""),
    ],
)
def test_titles_as_shown(said, shown):
    assert clean_title(said) == shown


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("On Kites: A Study", "On kites – a study."),
        ("Erdős–Rényi kites", "Erdos-Renyi Kites"),
        ("Straße", "STRASSE"),
        ("Weiß’ kites", "Weiss' kites"),
        ("ﬁne kites", "fine kites"),
        ("Ｋｉｔｅｓ", "Kites"),
    ],
)
def test_spellings_of_one_title_fold_to_one(left, right):
    assert title_key(left) == title_key(right) != ""


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Kites I", "Kites II"),
        ("竹とんぼ", "竹とんぶ"),
        ("Воздух", "Вода"),
        ("Kites 2020", "Kites 2021"),
        ("αβγ", "αβδ"),
    ],
)
def test_other_titles_stay_apart(left, right):
    assert title_key(left) != title_key(right)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("In: Annals of Kites,", "Annals of Kites"),
        ("To appear in Annals of Kites.", "Annals of Kites"),
        ("“Annals of Kites”", "Annals of Kites"),
        ("Industrial Kites", "Industrial Kites"),
        ("In Phys. Rev. Lett.,", "Phys. Rev. Lett."),
        ("Nat.", "Nat."),
        ("Annals of Kites: Systems.", "Annals of Kites: Systems"),
        ("in", "in"),
    ],
)
def test_venues_as_shown(said, shown):
    assert clean_venue(said) == shown


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Phys. Rev. Lett.", "Physical Review Letters"),
        ("Proc. of the 12th Int. Conf. on Kites", "Proceedings of the 12th International Conference on Kites"),
    ],
)
def test_short_forms_of_one_venue_share_a_key(left, right):
    assert venue_key(left) == venue_key(right)


@pytest.mark.parametrize(
    ("venue", "preprint"),
    [
        ("arXiv", True),
        ("CoRR", True),
        ("bioRxiv (preprint)", True),
        ("Annals of Kites", False),
        ("Corrosion", False),
        ("Halley Letters", False),
    ],
)
def test_preprint_servers_are_known(venue, preprint):
    assert is_preprint_venue(venue) is preprint


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("inproceedings", "conference"), ("JOUR", "article"), ("Journal Article", "article"), ("journal-article", "article"),
        ("article-journal", "article"), ("phdthesis", "thesis"), ("dissertation-thesis", "thesis"), ("CHAP", "chapter"),
        ("book-chapter", "chapter"), ("techreport", "report"), ("data-set", "dataset"), ("Conference Proceedings", "conference"),
        ("misc", "other"), ("nonsense", None), ("", None),
    ],
)  # fmt: skip
def test_words_for_types(word, kind):
    assert parse_type(word) == kind


@settings(deadline=None)
@given(st.text(max_size=60))
def test_cleaning_twice_is_cleaning_once(text):
    assert clean_text(clean_text(text)) == clean_text(text)
    assert clean_venue(clean_venue(text)) == clean_venue(text)
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("NeurIPS🏆 Spotlight Annual Conference on Made-up Systems", "Annual Conference on Made-up Systems"),
        ("CVPR IEEE/CVF Conference on Made-up Vision", "IEEE/CVF Conference on Made-up Vision"),
        ("ICML Workshop on Kites", "ICML Workshop on Kites"),
        ("AAAI Conference on Made-up Intelligence", "AAAI Conference on Made-up Intelligence"),
        ("IEEE International Conference on Kites", "IEEE International Conference on Kites"),
        ("NeurIPS", "NeurIPS"),
    ],
)
def test_a_badge_before_a_venue_goes_and_an_organiser_stays(text, venue):
    assert clean_venue(text) == venue

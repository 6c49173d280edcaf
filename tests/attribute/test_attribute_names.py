"""How far two names can be one person's: more that may not than that may."""

import pytest

from scholarsync.attribute.names import Fit, Name, compare_names, latin_letters, name_of
from scholarsync.attribute.pool import find_target, fit_person
from scholarsync.model import Author
from scholarsync.normalise.names import parse_name
from scholarsync.normalise.titles import fold


def name(text):
    return name_of(parse_name(text))


@pytest.mark.parametrize(
    ("left", "right", "fit"),
    [
        ("Keito Morivale", "Kanae Morivale", Fit.CLASH),
        ("K. Morivale", "T. Morivale", Fit.CLASH),
        ("Keito Morivale", "T. Morivale", Fit.CLASH),
        ("Sung Woo Ardel", "Sung-Tae Ardel", Fit.MIDDLE_CLASH),
        ("Sungwoo Ardel", "Sung-Tae Ardel", Fit.CLASH),
        ("John B. Farrowmere", "John R. Farrowmere", Fit.MIDDLE_CLASH),
        ("J. B. Farrowmere", "John R. Farrowmere", Fit.MIDDLE_CLASH),
        ("John Barnaby Farrowmere", "John Bertram Farrowmere", Fit.MIDDLE_CLASH),
        ("Hui Dornach", "Hua Dornach", Fit.CLASH),
        ("Jan Dornach", "Jon Dornach", Fit.CLASH),
        ("Ming Dornach", "Meng Dornach", Fit.CLASH),
        ("K. Morivale", "Kanae Morivale", Fit.INITIAL),
        ("J. B. Farrowmere", "John Barnaby Farrowmere", Fit.INITIALS),
        ("JB Farrowmere", "J.-B. Farrowmere", Fit.INITIALS),
        ("John Farrowmere", "John B. Farrowmere", Fit.FIRST),
        ("Sungwoo Ardel", "Sung-Woo Ardel", Fit.FULL),
        ("John B. Farrowmere", "John Barnaby Farrowmere", Fit.FULL),
        ("Kohichi Ardel", "Koichi Ardel", Fit.NEAR),
        ("Keji Ardel", "Keiji Ardel", Fit.NEAR),
        ("Alex Dornach", "Alexander Dornach", Fit.NEAR),
        ("Michael Dornach", "J. Michael Dornach", Fit.NEAR),
        ("Zoë Dornach", "Zoe Dornach", Fit.FIRST),
        ("陶明", "Ming Tao", Fit.FIRST),
    ],
)
def test_given_names_are_compatible_to_a_degree(left, right, fit):
    assert compare_names(name(left), name(right)) == fit
    assert compare_names(name(right), name(left)) == fit


def test_particles_umlauts_and_apostrophes_do_not_hide_a_surname():
    assert name("Jan van der Berghe").surname == name("Berghe, J.").surname
    assert name("A. Mueller-Quill").surname == name("A. Müller-Quill").surname
    assert name("P. O'Brannoch").surname == "obrannoch"


def test_a_collaboration_is_no_person():
    assert name_of(Author(literal="The Quill Collaboration", collaboration=True)) is None
    assert name_of(Author(literal="!!!")) is None
    assert latin_letters(fold("Ångström")) == "angstrom"


def test_a_middle_name_the_person_never_has_is_a_clash_whatever_the_short_variant_says():
    person = [name("John B. Farrowmere"), name("John Farrowmere")]

    assert fit_person(name("John R. Farrowmere"), person) == Fit.MIDDLE_CLASH
    assert fit_person(name("John B. Farrowmere"), person) == Fit.FULL
    assert fit_person(name("John Farrowmere"), person) == Fit.FIRST


def test_the_author_taken_for_the_person_is_the_one_whose_given_name_fits_best():
    authors = [name("Kanae Morivale"), name("Oda Quill"), name("Keito Morivale")]

    assert find_target(authors, [name("Keito Morivale")]) == (2, Fit.FIRST)
    assert find_target(authors, [name("Rudi Dornach")]) == (None, Fit.ABSENT)


def test_a_name_written_the_other_way_round_is_found():
    assert find_target([name("Dornach Hui")], [name("Hui Dornach")]) == (0, Fit.FIRST)
    assert Name("quill").swapped is None


def test_an_initial_among_the_variants_does_not_let_another_given_name_pass():
    person = [name("Keito Morivale"), name("K. Morivale")]

    assert fit_person(name("Kanae Morivale"), person) == Fit.CLASH
    assert fit_person(name("K. Morivale"), person) == Fit.INITIAL
    assert fit_person(name("Kanae Morivale"), [name("K. Morivale")]) == Fit.INITIAL

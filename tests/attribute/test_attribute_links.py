"""Which shared co-authors count, how much, and which groups they make."""

from scholarsync.attribute import PersonEvidence
from scholarsync.attribute.links import find_groups, find_links, share_weight
from scholarsync.attribute.names import name_of
from scholarsync.attribute.pool import build_pool
from scholarsync.attribute.texts import cosine, nearest
from scholarsync.attribute.words import stem, words_of
from scholarsync.model import Record
from scholarsync.normalise.names import parse_name


def record(key, *names, title="Things"):
    return Record(key=key, source="t", title=title, authors=tuple(map(parse_name, names)))


def pool_of(*records, name="Keito Morivale"):
    return build_pool(PersonEvidence(name=name), records)


def weight(pool, one, two):
    return share_weight(pool, name_of(parse_name(one)), name_of(parse_name(two)))


def test_full_rare_names_weigh_more_than_common_ones_and_those_more_than_initials():
    pool = pool_of(record("a", "Keito Morivale", "Oda Fennimore"))

    rare = weight(pool, "Oda Fennimore", "Oda Fennimore")
    common = weight(pool, "Wei Wang", "Wei Wang")
    initials = weight(pool, "W. Wang", "Wei Wang")

    assert rare > 0.9
    assert rare > common > initials > 0


def test_clashing_given_names_share_nothing():
    pool = pool_of(record("a", "Keito Morivale", "Oda Fennimore"))

    assert weight(pool, "Oda Fennimore", "Olaf Fennimore") == 0
    assert weight(pool, "Oda B. Fennimore", "Oda C. Fennimore") == 0


def test_a_second_bearer_of_the_persons_name_says_nothing():
    pool = pool_of(record("a", "Keito Morivale", "K. Morivale"))

    assert weight(pool, "K. Morivale", "K. Morivale") < 0.05


def test_groups_are_joined_by_strong_links_never_across_clashing_names():
    pool = pool_of(
        record("a", "Keito Morivale", "Oda Fennimore", "Bertil Askwith"),
        record("b", "K. Morivale", "Oda Fennimore", "Bertil Askwith"),
        record("c", "Kanae Morivale", "Oda Fennimore", "Bertil Askwith"),
        record("d", "Keito Morivale", "Y. Zhang"),
        record("e", "Keito Morivale", "Y. Zhang"),
        record("f", "Keito Morivale"),
    )

    group = find_groups(pool, find_links(pool))

    assert len({group[0], group[2], group[3], group[4], group[5]}) == 5
    assert group[1] in {group[0], group[2]}


def test_a_crowd_around_one_coauthor_stays_one_group():
    pool = pool_of(*(record(f"r{n:03}", "Keito Morivale", "Oda Fennimore", title=f"Thing {n}") for n in range(400)))

    links = find_links(pool)

    assert len(set(find_groups(pool, links))) == 1
    assert sum(map(len, links.values())) < 400 * 50


def test_links_over_long_lists_are_damped():
    crowd = [f"Anna Zed{a}{b}wick" for a in "bcdfg" for b in "aeiouy"]
    pool = pool_of(
        record("a", "Keito Morivale", "Oda Fennimore"),
        record("b", "Keito Morivale", "Oda Fennimore"),
        record("c", "Keito Morivale", "Oda Fennimore", *crowd),
    )

    links = find_links(pool)

    assert links[0][1].total > 1.3 * links[0][2].total > 0


def test_titles_meet_in_singular_and_plural_and_in_other_scripts():
    assert stem("swarms") == stem("swarming")
    assert words_of("The Études of 蜂群行为") == [stem("etudes"), "蜂群", "群行", "行为"]
    pool = pool_of(
        record("a", "K. Morivale", title="Nectar of meadows"),
        record("b", "K. Morivale", title="Meadow nectars"),
        record("c", "K. Morivale", title="Rivets"),
    )

    assert cosine(pool.items[0].words, pool.items[1].words) > 0.99
    assert [number for _, number in nearest(pool)[0]] == [1]

"""Names of people: keys, initials and table names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.names import (
    family_first,
    first_and_initial,
    index_letter,
    initials,
    is_short_for,
    listed_name,
    name_key,
    name_keys,
    numbered_names,
    person_key,
    read_name,
    sort_key,
    split_name,
    table_name,
    tidy_name,
    turned,
)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Émile", "emile"),
        ("  Jean-Luc   PETIT ", "jean-luc petit"),
        ("Œdipe", "oedipe"),
        ("Strauß", "strauss"),
        ("STRAUẞ", "strauss"),
        ("Łukasz", "lukasz"),
        ("Søren", "soren"),
        ("İpek", "ipek"),
        ("Lætitia", "laetitia"),
        ("E\u0301mile", "emile"),
        ("O’Neil", "o'neil"),
        ("ﬁnn", "finn"),
        ("Ёлкин", "елкин"),
        ("Anne\u00a0Marie", "anne marie"),
        ("", ""),
    ],
)
def test_name_key(name, key):
    assert name_key(name) == key


@given(st.text(max_size=30))
def test_name_key_of_a_key_is_the_key(name):
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(
    ("text", "given_name", "family"),
    [
        ("Hervé Bouvier", "Hervé", "Bouvier"),
        ("BOUVIER Hervé", "Hervé", "BOUVIER"),
        ("Hervé BOUVIER", "Hervé", "BOUVIER"),
        ("Bouvier, Hervé", "Hervé", "Bouvier"),
        ("Garcia Lopez, Maria", "Maria", "Garcia Lopez"),
        ("LE GALL Anne-Marie", "Anne-Marie", "LE GALL"),
        ("Jean-Pierre LE GALL", "Jean-Pierre", "LE GALL"),
        ("de LA TOUR Jean", "Jean", "de LA TOUR"),
        ("MARTIN J.", "J.", "MARTIN"),
        ("JP Marchand", "JP", "Marchand"),
        ("HERVÉ BOUVIER", "HERVÉ", "BOUVIER"),
        ("Jean de La Tour", "Jean", "de La Tour"),
        ("Anne Le Gall", "Anne", "Le Gall"),
        ("Ludwig van der Berg", "Ludwig", "van der Berg"),
        ("Ben Martin", "Ben", "Martin"),
        ("Ali Ben Salah", "Ali", "Ben Salah"),
        ("Le Gall", "", "Le Gall"),
        ("de La Tour Hervé", "Hervé", "de La Tour"),
        ("de La Tour du Pin Jean Luc", "Jean Luc", "de La Tour du Pin"),
        ("Van Der Berg Jan", "Jan", "Van Der Berg"),
        ("de Funès Louis", "Louis", "de Funès"),
        ("de La Tour du Pin", "de La Tour", "du Pin"),  # no given name
        ("van anh nguyen", "van anh", "nguyen"),
        ("Van Anh Nguyen", "Van Anh", "Nguyen"),
        ("le Grand Jacques", "le Grand", "Jacques"),
        ("Jean Martin (2)", "Jean", "Martin (2)"),
        ("Mme Zoé Petit", "Zoé", "Petit"),
        ("PETIT Zoé Mme", "Zoé", "PETIT"),
        ("M. Le Gall, Yann", "Yann", "Le Gall"),
        ("Sig.ra Bianchi", "Sig.ra", "Bianchi"),
        ("Mr. Smith", "Mr.", "Smith"),
        ("Petit, Mme", "Mme", "Petit"),
        ("Mme de La Tour", "Mme", "de La Tour"),
        ("M. J. Petit", "M. J.", "Petit"),
        ("Petit Luc M.", "Petit Luc", "M."),
        ("M. et Mme Petit", "M. et Mme", "Petit"),
        ("Mme", "Mme", ""),
        ("Nono", "Nono", ""),
        ("Guest 2", "Guest 2", ""),
        ("Dupont,", "Dupont,", ""),
        ("", "", ""),
    ],
)
def test_split_name(text, given_name, family):
    assert split_name(text) == (given_name, family)


@pytest.mark.parametrize(
    ("text", "kept", "family"),
    [
        ("BERNARD Paul", "Paul Bernard", "Bernard"),
        ("Le Goff, Yann", "Yann Le Goff", "Le Goff"),
        ("Zoë GÉRARD", "Zoë Gérard", "Gérard"),
        ("Zoe\u0308 GE\u0301RARD", "Zoe\u0308 Ge\u0301rard", "Ge\u0301rard"),  # as a Mac has it
        ("LE GALL ANNE-MARIE", "Le Gall Anne-Marie", "Anne-Marie"),  # capitals tell nothing here
        ("O'BRIEN-DUPONT Luc", "Luc O'Brien-Dupont", "O'Brien-Dupont"),
        ("JP Marchand", "JP Marchand", "Marchand"),
        ("LY, JO", "JO Ly", "Ly"),
        ("van der BERG Jan", "Jan van der Berg", "van der Berg"),
        ("Anne de LA TOUR", "Anne de La Tour", "de La Tour"),
        ("LE DU, Anne", "Anne Le Du", "Le Du"),
        ("DUPONT fils, Jean", "Jean Dupont fils", "Dupont fils"),
        ("Ann McDONALD", "Ann McDONALD", "McDONALD"),
        ("KIKI", "KIKI", ""),
    ],
)
def test_how_a_name_out_of_a_list_is_kept(text, kept, family):
    person = read_name(text)
    assert (person.whole, person.family) == (kept, family)
    assert person_key(text) == name_key(kept)


def test_a_list_with_the_family_name_first():
    names = ["Bouvier Hervé", "Le Gall Anne", "Anne LE GALL", "Martin, Zoé", "Nono"]

    read = [split_name(family_first(name)) for name in names]
    assert read == [
        ("Hervé", "Bouvier"),
        ("Anne", "Le Gall"),
        ("Anne", "LE GALL"),
        ("Zoé", "Martin"),
        ("Nono", ""),
    ]


@pytest.mark.parametrize("text", ["Simon Martin", "Garcia Lopez Maria", "BOUVIER Hervé", "Nono"])
def test_turned_round_and_back(text):
    person = split_name(text)

    assert split_name(turned(text)) == ((person.family, person.given) if person.family else person)
    assert split_name(turned(turned(text))) == person


def test_the_order_of_lists_and_their_headings():
    """By hand: particles as they are written, Martin before Martin Dupont before Martine."""
    right = [
        ("Élise Abel", "A"),
        ("Jean de La Tour", "D"),
        ("Anne Le Gall", "L"),
        ("André Martin", "M"),
        ("André Martin (2)", "M"),
        ("Zoé MARTIN", "M"),
        ("Martin Dupont, Anne", "M"),
        ("Anne Martine", "M"),
        ("Nono", "N"),
        ("Ludwig van der Berg", "V"),
    ]
    people = {name: split_name(name) for name, _letter in right}
    keys = {name: sort_key(one.whole, one.family) for name, one in people.items()}

    assert sorted(keys, key=keys.__getitem__) == [name for name, _letter in right]
    assert [index_letter(keys[name]) for name, _letter in right] == [one for _name, one in right]


@pytest.mark.parametrize(
    ("name", "family", "by_family", "shown"),
    [
        ("Hervé Bouvier", "Bouvier", True, "BOUVIER Hervé"),
        ("Hervé Bouvier", "Bouvier", False, "Hervé Bouvier"),
        ("Jean de La Tour", "de La Tour", True, "DE LA TOUR Jean"),
        ("BOUVIER Hervé", "BOUVIER", True, "BOUVIER Hervé"),
        ("Jean Martin (2)", "Martin (2)", True, "MARTIN Jean (2)"),
        ("Nono", "", True, "Nono"),
    ],
)
def test_how_a_list_shows_somebody(name, family, by_family, shown):
    assert listed_name(name, family, sort_key(name, family, by_family=by_family)) == shown


def test_the_keys_of_both_orders():
    assert "bouvier herve" in name_keys("Hervé Bouvier", "Bouvier")
    assert name_key("Bouvier Hervé") == "bouvier herve"
    assert "le goff, yann" in name_keys("Yann Le Goff", "Le Goff")
    assert set(name_keys("Nono")) == {"nono"}
    assert "zoe petit" in name_keys("Mme Zoé Petit", "Petit")


def test_what_cannot_be_seen_goes():
    name = "\u202eZoé\u200b \x07 Mar\u00adchand\ufeff"

    assert tidy_name(name) == "Zoé Marchand"
    assert name_key(name) == "zoe marchand"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Jean-Luc Petit", "JP"),
        ("Alice", "A"),
        ("Anne Marie de la Tour", "AT"),
        ("émile œuvrard", "ÉŒ"),
        ("(Luc) d'Or", "LD"),
        ("ßen", "S"),
        ("Luc –", "L"),
        ("–", ""),
        ("", ""),
    ],
)
def test_initials(name, letters):
    assert initials(name) == letters


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoé Marchand", "Zoé M."),
        ("Marie-Claude de la Tour", "Marie-Claude T."),
        ("Zoé", "Zoé"),
        ("Zoé –", "Zoé"),
        ("", ""),
        ("MARCHAND Zoé", "Zoé M."),
        ("DE LA TOUR Marie-Claude", "Marie-Claude T."),
        ("O'NEIL Jean Luc", "Jean O."),
        ("Marchand, Zoé", "Zoé M."),
        ("de la Tour, Marie", "Marie T."),
        ("Zoé MARCHAND", "Zoé M."),
        ("JP Marchand", "JP M."),
        ("ZOÉ MARCHAND", "ZOÉ M."),
        ("Zoé,", "Zoé,"),
    ],
)
def test_first_and_initial(name, shown):
    assert first_and_initial(name) == shown


def test_told_apart():
    names = ["Zoé M.", "Luc", "zoe m.", "Zoé M. 2", "Luc"]

    assert numbered_names(names) == ["Zoé M.", "Luc", "zoe m. 2", "Zoé M. 2 2", "Luc 2"]


@given(st.lists(st.sampled_from(["A", "a", "A 2", "a 2 2", "B"])))
def test_told_apart_means_one_each(names):
    keys = [name_key(name) for name in numbered_names(names)]

    assert len(set(keys)) == len(names)


@pytest.mark.parametrize(
    ("name", "taken", "short"),
    [
        ("Luc Ferrand", [], "Luc"),
        ("Luc Ferrand", ["Luc"], "Luc F."),
        ("Luc Ferrand", ["luc", "LUC F."], "Luc Fe."),
        ("Luc Ferrand", ["Luc", "Luc F.", "Luc Fe."], "Luc 2"),
        ("Luc Ferrand", ["Luc", "Luc F.", "Luc Fe.", "Luc 2"], "Luc 3"),
        ("Luc", ["Luc"], "Luc 2"),
        ("Léa", ["Lea"], "Léa 2"),
        ("Luc de la Tour", ["Luc"], "Luc T."),
        ("Luc d'Or", ["Luc"], "Luc D."),
        ("Philippe Martin", [], "Philippe"),
        ("Philippe Martin", ["Philippe"], "Phili M."),
        ("Jean-Luc Petit", [], "Jean-Luc"),
        ("Jean-Luc Petit", ["Jean-Luc"], "Jean P."),
        ("Marie-Christine Dupont", [], "Marie-C."),
        ("Pierre-Alexandre Roy", [], "Pierre"),
        ("Maximilien", [], "Maximil."),
        ("  Luc  ", [], "Luc"),
        ("Mme Cordier", [], "Cordier"),
        ("Mme Cordier", ["Cordier"], "Mme C."),
        ("Луц Петров", ["Луц"], "Луц П."),
        ("- X", ["-"], "? X."),
        ("", [], "?"),
    ],
)
def test_table_name(name, taken, short):
    assert table_name(name, taken) == short


def test_a_key_fits_its_column_however_long_a_letter_is_spelt_out():
    key = name_key("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 80)  # 18 letters each

    assert len(key) <= 160
    assert name_key(key) == key


@given(st.lists(st.text(alphabet="Luc-éŒ '.", min_size=1, max_size=12), max_size=40))
def test_table_names_are_short_and_differ(names):
    taken = []
    for name in names:
        taken.append(table_name(name, taken))

    assert all(0 < len(name) <= 8 and name == name.strip() for name in taken)
    assert len({name_key(name) for name in taken}) == len(taken)


@pytest.mark.parametrize(
    ("short", "full", "expected"),
    [
        ("luc", "luc petit", True),
        ("petit", "luc petit", True),
        ("luc p.", "luc petit", True),
        ("mme petit", "lucie petit", True),
        ("jean p", "jean luc petit", True),
        ("luc", "lucie petit", False),
        ("luc f.", "luc petit", False),
        ("p.", "luc petit", False),
        ("", "luc petit", False),
        ("luc", "luc", True),
    ],
)
def test_short_for(short, full, expected):
    assert is_short_for(short, full) is expected

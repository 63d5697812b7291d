"""The noun table against golden values made with NLTK and with brute force."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cedi.golden import GOLDEN

from gvqa_cedi.wordnet import WordNet, wordnet
from gvqa_cedi.wordnet.build import main, read_database
from gvqa_cedi.wordnet.table import load_table, pack, unpack

MATCHES = GOLDEN["synset_match_wn30"]
PHYSICAL = GOLDEN["physical_filter_wn30"]


@pytest.mark.parametrize("pair", sorted(MATCHES))
def test_golden_matches(pair):
    mention, truth = pair.split("|")
    nouns = wordnet()
    firsts = nouns.synsets(mention)[:1], nouns.synsets(truth)[:1]
    assert {
        "shared_synset": nouns.share_synset(mention, truth),
        "first_sense": firsts[0] == firsts[1] != (),
        "response_is_hypernym_any": nouns.is_hypernym(mention, truth),
        "response_is_hypernym_first": nouns.is_hypernym(mention, truth, first_only=True),
    } == MATCHES[pair]


@pytest.mark.parametrize("word", sorted(PHYSICAL))
def test_golden_senses(word):
    senses = wordnet().physical_senses(word)
    assert {
        "senses": len(senses),
        "first": senses[0] if senses else None,
        "any": any(senses) if senses else None,
    } == PHYSICAL[word]


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("dogs", "dog"),
        ("men", "man"),
        ("Women", "woman"),
        ("knives", "knife"),
        ("buses", "bus"),
        ("bus", "bus"),
        ("glasses", "glasses"),
        ("gas", "gas"),
        ("tennis", "tennis"),
        ("puppies", "puppy"),
        ("sheep", "sheep"),
        ("cell phones", "cell phone"),
        ("traffic_lights", "traffic light"),
        ("qwertyx", "qwertyx"),
        ("köttbullar", "köttbullar"),
        ("", ""),
    ],
)
def test_base_forms(word, base):
    assert wordnet().lemma(word) == base


def test_senses_by_name():
    nouns = wordnet()
    assert nouns.sense("dog.n.01") == nouns.synsets("dog")[0]
    assert nouns.sense("man.n.03") == nouns.synsets("man")[2]
    assert nouns.sense("dog.n.99") is None
    assert nouns.sense("dog.v.01") is None
    assert nouns.sense("") is None


def test_sizes_of_the_table():
    table = load_table()
    assert len(table.senses) == 117_798
    assert len(table.hypernyms) == 82_115
    assert table.exceptions["men"] == ("man",)


def test_the_table_is_what_the_script_makes(tmp_path):
    source = Path("/usr/share/wordnet")
    if not (source / "data.noun").exists():
        pytest.skip("WordNet's database is not installed (Debian: wordnet-base)")
    made = read_database(source)
    assert made == load_table()
    assert unpack(pack(made)) == made
    assert main([str(source), str(tmp_path / "nouns.xz")]) == 0
    assert (tmp_path / "nouns.xz").stat().st_size < 900_000


def test_the_script_reads_the_database_format(tmp_path, capsys):
    head = "  1 This line is part of the licence.\n"
    (tmp_path / "data.noun").write_text(
        head + "00000100 03 n 01 physical_entity 0 000 | what is there  \n"
        "00000200 05 n 02 dog 0 domestic_dog 0 002 @ 00000100 n 0000 ~ 00000300 n 0000 | barks  \n"
        "00000300 05 n 01 Rex 0 002 @i 00000200 n 0000 + 00000001 v 0101 | a certain dog  \n"
    )
    (tmp_path / "index.noun").write_text(
        head + "dog n 1 2 @ ~ 1 1 00000200  \ndomestic_dog n 1 1 @ 1 0 00000200  \n"
        "physical_entity n 1 0 1 0 00000100  \nrex n 1 1 @i 1 0 00000300  \n"
    )
    (tmp_path / "noun.exc").write_text("dogges dog\n")
    nouns = WordNet(read_database(tmp_path))
    assert nouns.is_hypernym("domestic dog", "Rex")
    assert not nouns.is_hypernym("Rex", "dog")
    assert nouns.physical_senses("rex") == (True,)
    assert nouns.lemma("dogges") == "dog"
    assert main(["one"]) == 2
    assert "wordnet-base" in capsys.readouterr().err

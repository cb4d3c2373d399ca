"""The grammar names what is shown and skips no sentence."""

from fabula.extraction.model.questions.lines_grammar import line_grammar


def names(grammar, number):
    rule = next(line for line in grammar.splitlines() if line.startswith(f"name{number} ::= "))
    return rule.partition(" ::= ")[2].split(" | ")


def test_every_sentence_has_its_line_in_order():
    grammar = line_grammar(["Dorn came.", "He left."], (), "en")
    assert grammar.splitlines()[0] == "root ::= line1 line2"
    assert '" | died"' in grammar


def test_names_are_runs_of_one_to_four_words_that_no_mark_parts():
    found = names(line_grammar(["Old Hester Vane, of Mill Row"], (), "en"), 1)
    assert '"Old Hester Vane"' in found
    assert '"Vane of"' not in found
    assert '"Mill Row"' in found


def test_chinese_names_are_up_to_six_signs():
    found = names(line_grammar(["韩素来了"], (), "zh"), 1)
    assert '"韩素"' in found
    assert '"韩素来了"' in found


def test_names_of_the_look_back_are_allowed_too():
    assert '"Dorn"' in names(line_grammar(["He left."], ("Dorn came.",), "en"), 1)


def test_too_many_runs_make_the_name_free():
    signs = "".join(map(chr, range(0x4E00, 0x4E00 + 400)))
    assert names(line_grammar([signs], (), "zh"), 1) == ["[^|\\n]{1,40}"]


def test_quotation_marks_are_escaped():
    assert 'name1 ::= "Dorn"' in line_grammar(['"Dorn"'], (), "en")

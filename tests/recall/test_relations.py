import fabula
from fabula.claims import Assertion, EntityClaim, Modality, Termination
from fabula.recall.recall import recall
from fabula.recall.relations import MOST_RELATIONS, markdown, walk
from fabula.recall.scope import Given


def people(*names):
    return [EntityClaim(name) for name in names]


def bond(one, other, predicate="ally_of", **more):
    return Assertion(one, predicate, object=other, **more)


def ends(view, facts):
    return [{view.name_of(fact.subject), view.name_of(fact.object)} for fact in facts]


def test_n01_a_walk_starts_from_names_in_the_players_line_without_any_model(tell):
    story = tell(("Lin Yao and Mira.", [*people("Lin Yao", "Mira", "Tom", "Ann"), bond("Lin Yao", "Mira")]))
    found = walk(story.view, "I nod at Lin Yao.")
    assert [one.entity.name for one in found.starts] == ["Lin Yao"]
    assert ends(story.view, found.facts) == [{"Lin Yao", "Mira"}]


def test_n01_an_alias_and_a_chinese_name_are_starts_as_well(tell):
    claims = [EntityClaim("林瑶", aliases=("灰狐",)), EntityClaim("陆沉舟"), bond("林瑶", "陆沉舟")]
    story = tell(("林瑶和陆沉舟结盟。", claims))
    for cue in ("灰狐来了吗？", "我看着林瑶。"):
        assert ends(story.view, walk(story.view, cue).facts) == [{"林瑶", "陆沉舟"}]


def test_n01_groups_and_factions_are_starts_and_items_are_not(tell):
    claims = [
        *people("Mira"),
        EntityClaim("Night Watch", "group"),
        EntityClaim("silver key", "item"),
        Assertion("Mira", "member_of", object="Night Watch"),
        Assertion("silver key", "held_by", object="Mira"),
    ]
    story = tell(("Mira serves in the Night Watch.", claims))
    assert ends(story.view, walk(story.view, "What of the Night Watch?").facts) == [{"Mira", "Night Watch"}]
    assert walk(story.view, "What of the silver key?").facts == ()


def test_n02_the_cast_on_stage_counts_only_when_the_line_names_nobody(tell):
    story = tell(("Four.", [*people("Ann", "Bea", "Cal", "Dot"), bond("Ann", "Bea"), bond("Cal", "Dot")]))
    assert ends(story.view, walk(story.view, "Who is there?", ["Ann"]).facts) == [{"Ann", "Bea"}]
    assert ends(story.view, walk(story.view, "Where is Cal?", ["Ann"]).facts) == [{"Cal", "Dot"}]


def test_n02_a_cast_name_counts_only_as_a_whole(tell):
    story = tell(("Two.", [*people("Lin Yao", "Mira"), bond("Lin Yao", "Mira")]))
    assert walk(story.view, "", ["Lin"]).facts == ()
    assert walk(story.view, "", ["Lin Yao the Bold"]).facts == ()
    assert walk(story.view, "", ["lin yao"]).facts != ()


def test_n02_a_cast_name_of_two_individuals_counts_for_neither(tell):
    story = tell(
        ("Amber has an ally.", [*people("Amber", "Tom"), bond("Amber", "Tom")]),
        ("Another Amber comes.", [EntityClaim("Amber", summary="A smith.", namesake=True)]),
    )
    assert len(story.view.bearers("Amber")) == 2
    assert walk(story.view, "", ["Amber"]).facts == ()


def test_n02_a_cast_name_is_never_read_as_the_id_of_an_entity(tell):
    story = tell(("Two.", [*people("Lin Yao", "Mira"), bond("Lin Yao", "Mira")]))
    identity = story.view.entity("Lin Yao").entity.id
    assert walk(story.view, "", [identity]).starts == ()


def test_n02_a_group_in_the_cast_is_no_individual(tell):
    claims = [*people("Mira"), EntityClaim("Watch", "group"), Assertion("Mira", "member_of", object="Watch")]
    assert walk(tell(("The Watch.", claims)).view, "", ["Watch"]).starts == ()


def test_n03_only_the_newest_open_version_is_walked(tell):
    story = tell(
        ("They meet.", [*people("Ann", "Bea", "Cal"), bond("Ann", "Bea", "trusts", strength=200)]),
        ("They grow close.", [bond("Ann", "Bea", "trusts", strength=900), bond("Bea", "Cal", "trusts")]),
    )
    found = walk(story.view, "Ann")
    assert [fact.strength for fact in found.facts if fact.subject == story.view.resolve("Ann").id] == [900]


def test_n03_an_ended_relation_is_not_walked_and_leads_nowhere(tell):
    story = tell(
        ("A chain.", [*people("Ann", "Bea", "Cal"), bond("Ann", "Bea"), bond("Bea", "Cal")]),
        ("It breaks.", [Termination("Ann", "ally_of", object="Bea")]),
    )
    assert walk(story.view, "Ann").facts == ()


def test_n03_a_rumour_is_no_current_relation(tell):
    rumour = bond("Ann", "Bea", modality=Modality.RUMOURED)
    assert walk(tell(("They say.", [*people("Ann", "Bea"), rumour])).view, "Ann").facts == ()


def test_n04_at_most_two_hops_in_either_direction(tell):
    names = ("Ann", "Bea", "Cal", "Dot")
    chain = [bond("Bea", "Ann", "trusts"), bond("Bea", "Cal", "trusts"), bond("Cal", "Dot", "trusts")]
    story = tell(("A chain.", [*people(*names), *chain]))
    found = walk(story.view, "Ann")
    assert sorted(map(sorted, ends(story.view, found.facts))) == [["Ann", "Bea"], ["Bea", "Cal"]]
    assert sorted(found.hops.values()) == [1, 2]


def test_n04_newest_first_then_the_strongest_whatever_its_sign(tell):
    story = tell(
        ("First.", [*people("Ann", "Bea", "Cal", "Dot", "Eve"), bond("Ann", "Bea", "trusts", strength=1000)]),
        (
            "Then.",
            [
                bond("Ann", "Cal", "trusts", strength=100),
                bond("Ann", "Dot", "fears", strength=-800),
                bond("Ann", "Eve", "trusts", strength=300),
            ],
        ),
    )
    assert [fact.strength for fact in walk(story.view, "Ann").facts] == [-800, 300, 100, 1000]


def test_n04_equal_edges_stand_in_the_order_of_their_ids(tell):
    others = [f"Guest {number}" for number in range(6)]
    story = tell(("All at once.", [*people("Ann", *others), *(bond("Ann", one) for one in others)]))
    ids = [fact.id for fact in walk(story.view, "Ann").facts]
    assert ids == sorted(ids)
    assert len(ids) == 6


def test_n04_a_recall_gives_at_most_twenty_relations(tell):
    others = [f"Guest {number}" for number in range(25)]
    story = tell(("A feast.", [*people("Ann", *others), *(bond("Ann", one) for one in others)]))
    found = recall(story.view, story.index, "Ann", policy="relations")
    assert len(found.hits) == MOST_RELATIONS
    assert len(recall(story.view, story.index, "Ann", policy="relations", limit=50).hits) == MOST_RELATIONS
    assert [one.why for one in found.considered] == ["limit"] * 5


def test_n05_the_output_is_a_markdown_list(tell):
    sentence = "Lin Yao trusts Mira with her life."
    claims = [*people("Lin Yao", "Mira"), bond("Lin Yao", "Mira", "trusts", strength=800, fact=sentence)]
    story = tell((sentence, claims))
    text = markdown(walk(story.view, "Lin Yao").facts, story.view)
    assert text == f"- **Lin Yao** → **Mira** · trusts (+0.80): {sentence}\n"


def test_n05_the_output_is_empty_without_a_graph_or_a_match(tell):
    empty = tell(("Rain.", []))
    full = tell(("Two.", [*people("Ann", "Bea"), bond("Ann", "Bea")]))
    assert markdown(walk(empty.view, "Ann", ["Ann"]).facts, empty.view) == ""
    assert markdown(walk(full.view, "Nobody of note", ["Zed"]).facts, full.view) == ""


def kept_apart(tell):
    return tell(
        ("Rain.", [*people("Mira", "Tom", "Ann", "Cole"), bond("Mira", "Ann", audience=("Mira", "Ann"))]),
        ("Hush.", [bond("Mira", "Cole", audience=("Mira", "Cole"))]),
    )


def test_only_relations_that_a_point_of_view_knows_are_given(tell):
    story = kept_apart(tell)
    ann = Given(knower=story.view.resolve("Ann").id)
    found = recall(story.view, story.index, "Mira", policy="relations", given=ann)
    assert ends(story.view, [hit.fact for hit in found.hits]) == [{"Mira", "Ann"}]


def test_strictly_a_relation_of_which_nobody_knows_who_heard_is_not_given(tell):
    story = tell(("Rain.", [*people("Mira", "Tom", "Ann"), bond("Mira", "Tom")]))
    ann = story.view.resolve("Ann").id
    counts = [
        len(
            recall(
                story.view, story.index, "Mira", policy="relations", given=Given(knower=ann, strict=strict)
            ).hits
        )
        for strict in (False, True)
    ]
    assert counts == [1, 0]


def test_relations_stay_within_a_session():
    story = fabula.open(":memory:", story="bonds")
    story.tell("Mira is an ally of Tom.", meta={"session": 1})
    story.tell("Mira is an ally of Ann.", meta={"session": 2})
    story.extract()
    found = story.recall("Mira", policy="relations", session=1)
    assert [hit.number for hit in found.hits] == [1]

from fabula.context.wording import CHINESE, ENGLISH, wording_for


def test_the_script_of_the_texts_chooses_the_language():
    assert wording_for(["林瑶拿着silver key"]) is CHINESE
    assert wording_for(["Lin Yao (林瑶) holds the silver key."]) is ENGLISH
    assert wording_for([]) is ENGLISH

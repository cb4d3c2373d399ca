from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer
def test_it(proxied, chat):
    with ScriptedServer(lambda r: answer("Lin Feng carried the silver key. Tobin is Mira's brother.")) as up:
        p = proxied(up.url)
        r = p.ask(chat("I show the silver key to Tobin."))
        print(r.status_code, dict(r.headers)); print(r.text[-300:])
        r2 = p.ask(chat("I show the silver key to Tobin.", "Lin Feng carried the silver key. Tobin is Mira's brother.", "Who carried it?"))
        print(dict(r2.headers))
        c = p.openai()
        m = chat("I show the silver key to Tobin.", "Lin Feng carried the silver key. Tobin is Mira's brother.", "Who carried it?", "Lin Feng carried the silver key. Tobin is Mira's brother.", "Tell more")
        x = c.chat.completions.with_raw_response.create(model="scripted", messages=m)
        print(dict(x.headers)); print(x.parse().choices)
        print(up.requests[-1].body)
        print(p.health())
        assert 0

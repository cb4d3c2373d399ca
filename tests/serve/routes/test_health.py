"""How the server is, and which one it is."""

import fabula
from fabula.errors import StoreUnavailableError
from fabula.stores.memory import MemoryStore


class Away(MemoryStore):
    """A store that has gone."""

    def stories(self):
        raise StoreUnavailableError("/home/somebody/story.db is busy.")


def test_the_version_is_that_of_the_package(serve):
    assert serve().raw("GET", "/api/version") == (200, {"name": "fabula", "version": fabula.__version__})


def test_a_server_whose_store_answers_is_well(serve):
    status, said = serve().raw("GET", "/api/health")
    assert (status, said["status"], said["store"]) == (200, "ok", {"ok": True})


def test_a_server_whose_store_is_away_says_so_and_not_where_it_was(serve):
    status, said = serve(Away()).raw("GET", "/api/health")
    assert (status, said["status"], said["store"]["error"]) == (503, "failing", "store-unavailable")
    assert "somebody" not in str(said)

"""A client made of nothing but a server's OpenAPI document: it knows no path and no place of a parameter."""

from typing import Any
from urllib.parse import quote

import httpx2


class OpenApiClient:
    """Asks by the ids of operations, with the parameters by name."""

    def __init__(self, http: httpx2.Client, document: str = "/api/openapi.json") -> None:
        self._http = http
        self.document = http.get(document).json()
        self._known = {
            operation["operationId"]: (method, path, operation)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
        }

    def ask(self, name: str, /, **given: Any) -> httpx2.Response:
        """The answer of an operation."""
        method, path, operation = self._known[name]
        query: dict[str, Any] = {}
        for one in operation.get("parameters", ()):
            if one["name"] not in given:
                assert not one["required"], f"{name} needs {one['name']}"
            elif one["in"] == "path":
                path = path.replace(f"{{{one['name']}}}", quote(str(given.pop(one["name"])), safe=""))
            elif one["in"] == "query":
                query[one["name"]] = given.pop(one["name"])
        body = {"json": given} if "requestBody" in operation else {}
        assert body or not given, f"{name} does not take {sorted(given)}"
        return self._http.request(method, path, params=query, **body)

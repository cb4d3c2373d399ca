"""Sets of names that are joined step by step."""

from collections.abc import Iterable


class Unions:
    """Names, each with those that are joined with it (union-find)."""

    def __init__(self, names: Iterable[str]) -> None:
        self._parent = {name: name for name in sorted(names)}

    def root(self, name: str) -> str:
        """The one name that stands for all that are joined with this one."""
        while self._parent.setdefault(name, name) != name:
            self._parent[name] = self._parent[self._parent[name]]
            name = self._parent[name]
        return name

    def join(self, one: str, two: str) -> None:
        """Make the two one."""
        first, second = self.root(one), self.root(two)
        self._parent[max(first, second)] = min(first, second)

    def alone(self, *names: str) -> bool:
        """Whether nothing but these names is joined with any of them."""
        roots = {self.root(name) for name in names}
        return not any(self.root(name) in roots for name in self._parent if name not in names)

    def with_(self, name: str) -> list[str]:
        """The names that are joined with one, itself among them."""
        root = self.root(name)
        return [one for one in self._parent if self.root(one) == root]

    def groups(self) -> list[list[str]]:
        """The names that belong together, sorted."""
        found: dict[str, list[str]] = {}
        for name in sorted(self._parent):
            found.setdefault(self.root(name), []).append(name)
        return sorted(found.values())

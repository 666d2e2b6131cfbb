"""What pages say of who follows from whom."""

from __future__ import annotations

from diagnose import remedies
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import KNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from diagnose.model import Diagnosis, Entry, Follows
    from diagnose.stream.runs import Marks, Run

ANY = "*"
FOLLOWER = "follower"


class _Target(NamedTuple):
    """What may have come first."""

    pattern: str
    """An id, an area that ends in ``/``, or ``*``."""
    statements: bool
    """Also where only clients' statements have met it."""

    def covers(self, cause: Run) -> bool:
        if cause.in_statements and not self.statements:
            return False
        if self.pattern.endswith("/"):
            return cause.id.startswith(self.pattern)
        return self.pattern in (ANY, cause.id)


class Following:
    """Reads ``[[follows]]`` of the pages that are met; ``entry_of`` gives a page by its id."""

    def __init__(self, entry_of: Callable[[str], Entry | None]) -> None:
        self._entry_of = entry_of
        self._rules: dict[str, tuple[Follows, ...]] = {}
        self._targets: dict[tuple[str, int], tuple[_Target, ...]] = {}

    def rules_of(self, page: str) -> tuple[Follows, ...]:
        """All that a page says; without a page, nothing."""
        rules = self._rules.get(page)
        if rules is None:
            entry = self._entry_of(page)
            rules = self._rules[page] = entry.follows if entry else ()
        return rules

    def held(self, found: Diagnosis) -> frozenset[int]:
        """Which of its page's rules are for this diagnosis."""
        rules = self.rules_of(found.id)
        if not rules:
            return frozenset()
        said = {**found.context, **found.captures} if any(rule.when for rule in rules) else {}
        return frozenset(
            number for number, rule in enumerate(rules) if remedies.are_as(rule.when, said)
        )

    def names(self, found: Diagnosis) -> Marks:
        """What a diagnosis says of the one that came first, by the names that that one uses."""
        rules = self.rules_of(found.id)
        said = {**found.context, **found.captures} if any(rule.same for rule in rules) else {}
        return frozenset(
            (theirs, str(said[ours]))
            for rule in rules
            for ours, theirs in rule.same.items()
            if ours in said
        )

    def may_follow(self, later: Run, cause: Run) -> bool:
        """Whether a page says that one failure can be the consequence of another."""
        return any(target.covers(cause) for target in self._of_run(later))

    def is_free(self, cause: Run) -> bool:
        """Whether nothing is said of what a cause could follow from."""
        return not self._of_run(cause)

    def look(self, run: Run) -> str:
        """Where the page says that the first failure is to be looked for."""
        rules = self.rules_of(run.id)
        return next((rule.look for rule in rules if rule.look), "")

    def _of_run(self, run: Run) -> Iterator[_Target] | tuple[_Target, ...]:
        rules = self.rules_of(run.id)
        if not rules:
            return _own_system(run) if run.kind == FOLLOWER else ()
        return tuple(t for number in sorted(run.rules) for t in self._of_rule(run.id, number))

    def _of_rule(self, page: str, number: int) -> tuple[_Target, ...]:
        known = self._targets.get((page, number))
        if known is None:
            rule = self.rules_of(page)[number]
            known = tuple(dict.fromkeys(self._expanded(rule, rule.statements, {page})))
            self._targets[page, number] = known
        return known

    def _expanded(self, rule: Follows, statements: bool, seen: set[str]) -> Iterator[_Target]:
        """What a rule names, and what those follow from in their turn."""
        for pattern in rule.pages:
            yield _Target(pattern, statements)
            if pattern in seen or pattern == ANY or pattern.endswith("/"):
                continue
            for inner in self.rules_of(pattern):
                seen.add(pattern)
                yield from self._expanded(inner, statements and inner.statements, seen)


def _own_system(run: Run) -> tuple[_Target, ...]:
    """A follower of which nothing more is said follows from its own system."""
    system = run.id.removeprefix(KNOWN).partition("/")[0]
    return _Target(f"{system}/", statements=True), _Target(f"{KNOWN}{system}/", statements=True)

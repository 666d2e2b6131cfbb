"""No secret leaves through any format, through the chain, the statement or a command."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.engine import Engine
from diagnose.model import Command, Diagnosis, Where
from diagnose.render import FORMATS, Style, get
from diagnose.render.redacting import redacted

SECRET = "hunter2secret"
STATEMENT = (
    "CREATE SOURCE s (id int) WITH (connector = 'kafak', topic = 't', "
    f"properties.sasl.password = '{SECRET}') FORMAT PLAIN ENCODE JSON"
)
ERROR = 'connector "kafak" is not supported, accept ["kafka", "pulsar"]'


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


@pytest.mark.parametrize("name", FORMATS)
def test_a_secret_in_the_statement_is_in_no_format(engine: Engine, name: str) -> None:
    (found,) = engine.diagnose(ERROR, statement=STATEMENT)
    assert SECRET in get("json").diagnosis(found, Style())
    shown = get(name).diagnosis(redacted(found), Style(width=2000))
    assert SECRET not in shown
    assert "kafka" in shown


def test_the_rest_of_the_command_stays_and_it_is_not_safe(engine: Engine) -> None:
    (found,) = engine.diagnose(ERROR, statement=STATEMENT)
    command = redacted(found).fixes[0]
    assert command.command == STATEMENT.replace("kafak", "kafka").replace(SECRET, "***")
    assert command.applicability == "display-only"


def made(**values: Any) -> Diagnosis:
    base = Diagnosis("a/b", "title", "exact", "message", Where("x.log", 1, 0, 1))
    return base._replace(**values)


PLACES = {
    "message": made(message=f"password={SECRET}"),
    "title": made(title=f"password={SECRET}"),
    "cause": made(message=f"password={SECRET}", cause=f"It was {SECRET}."),
    "a capture by its name": made(captures={"password": SECRET}, cause=f"It was {SECRET}."),
    "a list": made(captures={"urls": [f"db://u:{SECRET}@h/d"]}),
    "context": made(context={"url": f"db://u:{SECRET}@h/d"}, chain=(f"open {SECRET}",)),
    "chain": made(chain=("outer", f"token: {SECRET}")),
    "statement": made(statement=f"ALTER USER u PASSWORD '{SECRET}'"),
    "fix": made(fixes=(Command(f"use {SECRET}", f"{SECRET}", f"x {SECRET}", corrects=SECRET),),
                message=f"pwd={SECRET}"),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_secret_that_one_text_names_is_masked_in_all(place: str, name: str) -> None:
    shown = get(name).diagnosis(redacted(PLACES[place]), Style(width=2000))
    assert SECRET not in shown


def test_addresses_only_when_asked() -> None:
    found = made(message="dial 10.1.2.3 of db-1.prod.internal")
    assert redacted(found).message == found.message
    assert redacted(found, addresses=True).message == "dial 192.0.2.1 of host.example"


def test_what_holds_no_secret_stays_as_it_is(engine: Engine) -> None:
    (found,) = engine.diagnose("specified parallelism 6 should not exceed max parallelism 4")
    assert redacted(found).to_dict() == found.to_dict()


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=8, max_size=30))
def test_no_password_survives_anywhere(value: str) -> None:
    found = made(
        message=f"dial db://u:{value}@h/d", cause=f"was {value}", captures={"password": value}
    )
    clean = redacted(found)
    assert clean.captures == {"password": "***"}
    assert value not in clean.message.replace("dial db", "")
    assert value not in clean.cause


@given(st.text(alphabet="ab1'\"\\ ;\n", min_size=3, max_size=20).filter(lambda text: "'" in text))
def test_a_password_with_quotes_is_masked_however_it_is_quoted(value: str) -> None:
    value = f"x{value}y"
    ways = [value, value.replace("'", "''"), value.replace("'", "'\\''")]
    found = made(
        captures={"password": value},
        cause=" | ".join(ways),
        chain=tuple(ways),
        context={"a": value},
    )
    clean = redacted(found)
    parts = [part for part in value.splitlines() if len(part) >= 3]
    texts = [clean.cause, *clean.chain, str(clean.captures["password"]), str(clean.context["a"])]
    assert not any(part in text for part in parts for text in texts)


def test_a_number_may_be_a_password() -> None:
    found = made(captures={"password": 123456, "n": 7}, cause="It was 123456.")
    clean = redacted(found)
    assert (clean.captures, clean.cause) == ({"password": "***", "n": 7}, "It was ***.")


def test_the_name_of_a_file_tells_no_secret() -> None:
    found = made(where=Where("/home/ann/x.log", 1, 0, 1))
    assert redacted(found).where.file == "/home/ann/x.log"
    assert redacted(found, addresses=True).where.file == "/home/user/x.log"

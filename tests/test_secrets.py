"""What may be secret in a text, and what stands for it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import secrets

MASKED = [
    ("postgres://app:s3cret@db:5432/shop", "postgres://app:***@db:5432/shop"),
    ("password=hunter2", "password=***"),
    ("password=user", "password=***"),
    ("PASSWORD: 'two words'", "PASSWORD: '***'"),
    ('{"secret_access_key": "abc/d+1", "a": "x"}', '{"secret_access_key": "***", "a": "x"}'),
    ("s3.secret.key = 'AbC123'", "s3.secret.key = '***'"),
    ("properties.sasl.password='p w', topic='t'", "properties.sasl.password='***', topic='t'"),
    ("Authorization: Bearer abcdefgh.ijkl", "Authorization: Bearer ***"),
    ("sent bearer abcdefgh12345678 twice", "sent bearer *** twice"),
    ("key AKIAABCDEFGHIJKLMNOP is disabled", "key *** is disabled"),
    ("token eyJhbGciOiJI.eyJzdWIiOiIx.c2ln", "token ***"),
    ("ghp_abcdefghijklmnopqrstuv is revoked", "*** is revoked"),
    ("mail of ann@shop.example bounced", "mail of user@example.com bounced"),
    ("jdbc:mysql://db:3306/shop?user=app&password=s3cret&ssl=true",
     "jdbc:mysql://db:3306/shop?user=app&password=***&ssl=true"),
    ("postgres://app:s3cret@db.shop.example:5432/x", "postgres://app:***@db.shop.example:5432/x"),
    ("mailto:ann@shop.example", "mailto:user@example.com"),
    ("with secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "with secret ***"),
    ("CREATE USER u WITH PASSWORD 'x1'", "CREATE USER u WITH PASSWORD '***'"),
    ("password = 'it''s, so', a = 'b'", "password = '***', a = 'b'"),
    ('{"password": "a\\"b"}', '{"password": "***"}'),
    ('{"m": "{\\"password\\": \\"x1\\", \\"a\\": 1}"}',
     '{"m": "{\\"password\\": \\"***\\", \\"a\\": 1}"}'),
    ("password = 'cut off he", "password = '***"),
    ("password = '', topic = 't'", "password = '', topic = 't'"),
    ("ALTER USER u PASSWORD E'a\\'b'", "ALTER USER u PASSWORD E'***'"),
    ("SET PASSWORD TO 'x1'; SELECT 1", "SET PASSWORD TO '***'; SELECT 1"),
    ("CREATE USER u IDENTIFIED BY 'x1'", "CREATE USER u IDENTIFIED BY '***'"),
    ("u IDENTIFIED WITH caching_sha2_password BY 'x1'",
     "u IDENTIFIED WITH caching_sha2_password BY '***'"),
    ("PGPASSWORD=x1 psql -c 'SELECT 1'", "PGPASSWORD=*** psql -c 'SELECT 1'"),
    ("MYSQL_PWD=x1 mysql", "MYSQL_PWD=*** mysql"),
    ("run --password x1 --host db", "run --password *** --host db"),
    ("run --sasl-password 'x 1' -v", "run --sasl-password '***' -v"),
    ("run --password --host db", "run --password --host db"),
    ("password%3Dx1&a%3Db", "password%3D***&a%3Db"),
    ("AccountName=a;AccountKey=ab+/c==;Suffix=z", "AccountName=a;AccountKey=***;Suffix=z"),
    ("SharedAccessKeyName=n;SharedAccessKey=abc=", "SharedAccessKeyName=n;SharedAccessKey=***"),
    ("get https://a.example/c?sv=1&sig=abc%3D&se=2", "get https://a.example/c?sv=1&sig=***&se=2"),
    ("https://hooks.slack.com/services/T0/B0/x1", "https://hooks.slack.com/services/***"),
    ("Set-Cookie: sid=x1; Path=/", "Set-Cookie: ***"),
    ("postgres://app:p@s3cret@db/shop", "postgres://app:***@db/shop"),
    ("s3.credentials.access = 'x1'", "s3.credentials.access = '***'"),
    (f"password='{'x' * 9000}'", "password='***'"),
    (f"password={'x' * 9000} a", "password=*** a"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIB\ncut", "-----BEGIN RSA PRIVATE KEY-----***"),
    ("-----BEGIN PRIVATE KEY-----\nMI-IB\n-----END PRIVATE KEY-----",
     "-----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY-----"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "masked"), MASKED)
def test_secrets_are_masked(text: str, masked: str) -> None:
    assert secrets.mask(text) == masked


KEPT = [
    'password authentication failed for user "app"',
    "the token is expired",
    "Access denied for user 'app' (using password: YES)",
    "open .pgpass: denied, compass: x, bypass = y",
    "jsonwebtoken::errors::Error: expired",
    "no such key: orders",
    "primary key 12 is missing",
    "secret not found: kafka_pw",
    "specified parallelism 6 should not exceed max parallelism 4",
    "s3://bucket/path: access denied",
    "at 10.0.0.4:5690",
    "key 0123456789abcdef0123456789abcdef01234567 is missing",
    "",
]  # fmt: skip


@pytest.mark.parametrize("text", KEPT)
def test_what_only_speaks_of_secrets_stays(text: str) -> None:
    assert secrets.mask(text) == text


ADDRESSES = [
    ("at 10.0.0.4:5690", "at 192.0.2.1:5690"),
    ("peer fe80:0:0:1::7 left", "peer 2001:db8::1 left"),
    ("lookup db-1.prod.internal: no such host", "lookup host.example: no such host"),
    ("open /home/ann/.pgpass: denied", "open /home/user/.pgpass: denied"),
    ("peer fe80::1 left", "peer 2001:db8::1 left"),
    ("postgres://app:s3cret@db:5432/shop", "postgres://user:***@host.example:5432/shop"),
    ("postgres://app@db:5432/shop", "postgres://user@host.example:5432/shop"),
    ("postgres://app:s3cret@db.shop.example/x", "postgres://user:***@host.example/x"),
    ("get https://wiki.shop.example/a: 404", "get https://host.example/a: 404"),
    ("get http://10.0.0.4:80/a", "get http://192.0.2.1:80/a"),
    ("get http://localhost:80/a", "get http://localhost:80/a"),
    ("read s3://bucket/path", "read s3://bucket/path"),
    ("host=db user=ann dbname=shop", "host=host.example user=user dbname=shop"),
    ('authentication failed for user "ann"', 'authentication failed for user "user"'),
    ("user: not found, owner is missing", "user: not found, owner is missing"),
    ("user=ann@shop.example left", "user=user@example.com left"),
    ("risingwave_meta::stream and a::b fail", "risingwave_meta::stream and a::b fail"),
    ("version 3.11.2.1 of 2026.12.0", "version 192.0.2.1 of 2026.12.0"),
]


@pytest.mark.parametrize(("text", "masked"), ADDRESSES)
def test_addresses_and_people_are_masked_when_asked(text: str, masked: str) -> None:
    assert secrets.mask(text, addresses=True) == masked


@given(st.text())
def test_masking_twice_is_masking_once(text: str) -> None:
    once = secrets.mask(text, addresses=True)
    assert secrets.mask(once, addresses=True) == once


@given(text=st.text(alphabet="ab:/@=.'\" password\n1"), addresses=st.booleans())
def test_what_is_found_never_overlaps(text: str, *, addresses: bool) -> None:
    found = secrets.find(text, addresses=addresses)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(0 <= each.start < each.end <= len(text) for each in found)


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=3, max_size=40))
def test_no_password_survives(value: str) -> None:
    assert value not in secrets.mask(f"dial postgres://u:{value}@h/d, password={value}").replace(
        "dial", ""
    ).replace("postgres", "").replace("password", "")


@pytest.mark.parametrize("quote", ["'", '"'])
@given(value=st.text(alphabet="ab'\"\\ ,;=}", min_size=1, max_size=30))
def test_no_part_of_a_quoted_password_survives(quote: str, value: str) -> None:
    written = value.replace("\\", "\\\\").replace(quote, quote * 2)
    masked = secrets.mask(f"SET x.password = {quote}{written}{quote}")
    assert masked.removeprefix(f"SET x.password = {quote}") == f"***{quote}"

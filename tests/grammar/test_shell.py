"""The checker of shell commands knows programs, subcommands and options."""

from __future__ import annotations

import pytest

from tests.grammar import shell

ACCEPTED = [
    "risectl meta backup-meta --remarks 'before the change'",
    "risectl meta delete-meta-snapshots --snapshot-ids=1,2",
    "risectl hummock trigger-full-gc --sst_retention_time_sec 259200",
    "RW_META_ADDR=http://meta:5690 risectl throttle mv --id 5 --throttle-type backfill --rate 0",
    "kubectl -n rw logs pod-1 --previous --tail=100 | grep -i panic | head -n 5",
    "ETCDCTL_API=3 etcdctl endpoint status --cluster -w table; df -h",
    "openssl s_client -connect h:1 </dev/null 2>/dev/null | openssl x509 -noout -dates",
    "time kcat -L -b b:9092",
    "ss -ltnp",
    "ps -eo pid,rss,comm --sort=-rss",
    "timeout 5 bash -c 'exec 3<>/dev/tcp/h/1'",
]
REFUSED = [
    ("risectl meta backup", "no subcommand backup"),
    ("risectl meta list-snapshots", "no subcommand list-snapshots"),
    ("risectl meta delete-meta-snapshots", "needs --snapshot-ids"),
    ("risectl hummock trigger-full-gc --sst-retention-time-sec 1", "no option"),
    ("kubectl logs p --previouss", "no option --previouss?"),
    ("kubectl restart pod p", "no subcommand restart"),
    ("kcat -b b:9092 -t t", "needs one of -C"),
    ("frobnicate -x", "unknown program frobnicate"),
    ("df -h; frobnicate", "unknown program frobnicate"),
    ("ls -l 'a", "is not closed"),
    ("timeout 5 frobnicate", "unknown program frobnicate"),
]


@pytest.mark.parametrize("command", ACCEPTED)
def test_accepted(command: str) -> None:
    assert shell.check(command) == []


@pytest.mark.parametrize(("command", "reason"), REFUSED)
def test_refused(command: str, reason: str) -> None:
    assert any(reason in fault for fault in shell.check(command))

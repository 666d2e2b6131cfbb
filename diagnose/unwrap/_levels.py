"""One set of levels for all loggers."""

from __future__ import annotations

LEVELS = ("TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "ERROR", "FATAL")

_NAMES = {
    "TRACE": "TRACE",
    "FINEST": "TRACE",
    "FINER": "TRACE",
    "FINE": "DEBUG",
    "DEBUG": "DEBUG",
    "DEBUG1": "DEBUG",
    "DEBUG2": "DEBUG",
    "DEBUG3": "DEBUG",
    "DEBUG4": "DEBUG",
    "DEBUG5": "DEBUG",
    "DBG": "DEBUG",
    "VRB": "TRACE",
    "CONFIG": "DEBUG",
    "D": "DEBUG",
    "INFO": "INFO",
    "INFORMATION": "INFO",
    "INFORMATIONAL": "INFO",
    "INF": "INFO",
    "LOG": "INFO",
    "STATEMENT": "INFO",
    "NORMAL": "INFO",
    "I": "INFO",
    "NOTICE": "NOTICE",
    "WARN": "WARN",
    "WARNING": "WARN",
    "WRN": "WARN",
    "W": "WARN",
    "ERROR": "ERROR",
    "ERR": "ERROR",
    "SEVERE": "ERROR",
    "E": "ERROR",
    "FATAL": "FATAL",
    "FTL": "FATAL",
    "F": "FATAL",
    "PANIC": "FATAL",
    "DPANIC": "FATAL",
    "CRITICAL": "FATAL",
    "CRIT": "FATAL",
    "ALERT": "FATAL",
    "EMERG": "FATAL",
    "EMERGENCY": "FATAL",
}

_SYSLOG = ("FATAL", "FATAL", "FATAL", "ERROR", "WARN", "NOTICE", "INFO", "DEBUG")
_SYSLOG_COUNT = len(_SYSLOG)


def normalise(name: str) -> str:
    """The level that ``name`` stands for, or "" when it is none.

    >>> normalise("severe"), normalise("LOG"), normalise("W"), normalise("mysql")
    ('ERROR', 'INFO', 'WARN', '')
    """
    if not name:
        return ""
    return _NAMES.get(name) or _NAMES.get(name.strip(" []:").upper(), "")


def of_syslog(priority: str) -> str:
    """The level of a syslog priority, its facility left aside.

    >>> of_syslog("3"), of_syslog("30")
    ('ERROR', 'INFO')
    """
    return _SYSLOG[int(priority) % _SYSLOG_COUNT] if priority.isdecimal() else ""


def at_least(level: str, floor: str) -> str:
    """``level``, or ``floor`` when that is higher.

    >>> at_least("INFO", "ERROR"), at_least("FATAL", "ERROR")
    ('ERROR', 'FATAL')
    """
    if level in LEVELS and LEVELS.index(level) >= LEVELS.index(floor):
        return level
    return floor

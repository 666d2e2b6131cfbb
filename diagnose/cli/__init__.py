"""The command line: the only place that prints and exits."""

from diagnose.cli.main import main, script

__all__ = ["main", "script"]

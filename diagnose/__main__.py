"""``python -m diagnose``."""

from diagnose.cli import script

if __name__ == "__main__":
    script()

"""Harvest: the messages of a program's source -> its inventory.

For maintainers: ``python -m diagnose.authoring.harvest TREE``. The source is
read, never built; what could not be read is said.
"""

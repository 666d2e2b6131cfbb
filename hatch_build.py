"""Puts the compiled pages into the wheel, and never into the source tree.

A page with a fault stops the build: the error lists all of them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface[Any]):
    """Compiles ``patterns/`` with the package's own reader."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the pages for a wheel; an editable install reads them where they are."""
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        for name, compiled in self._compiled().items():
            path = os.path.join(self._folder.name, name)
            with open(path, "wb") as file:
                file.write(compiled)
            build_data["force_include"][path] = f"diagnose/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: the compiled file is no longer needed."""
        del version, build_data, artifact_path
        if self._folder is not None:
            self._folder.cleanup()

    def _compiled(self) -> dict[str, bytes]:
        sys.path.insert(0, self.root)
        try:
            from diagnose import catalog
            from diagnose.classes import pages
            from diagnose.engine import scanners

            directory = os.path.join(self.root, "patterns")
            return {
                catalog.COMPILED_FILE: catalog.compile_directory(directory),
                pages.COMPILED_FILE: pages.compile_directory(directory),
                scanners.COMPILED_FILE: scanners.compile_directory(directory),
            }
        finally:
            sys.path.remove(self.root)

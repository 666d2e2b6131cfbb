"""Settings shared by all tests."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, settings

# Times say nothing on a shared machine; the first draw builds tables of characters.
settings.register_profile("diagnose", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("diagnose")

# Pages are compiled once for all programs that the tests start, and nothing is left with the user.
_CACHE = tempfile.TemporaryDirectory(prefix="diagnose-cache-")
os.environ["DIAGNOSE_CACHE"] = _CACHE.name

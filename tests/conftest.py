"""Settings shared by all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Times say nothing on a shared machine; the first draw builds tables of characters.
settings.register_profile("diagnose", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("diagnose")

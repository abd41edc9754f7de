"""Hypothesis profiles: ``dev`` (quick, the default) and ``ci`` (thorough), chosen by HYPOTHESIS_PROFILE."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=slow)
settings.register_profile("ci", max_examples=100, deadline=None, suppress_health_check=slow, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

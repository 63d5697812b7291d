"""Finds the optional folder of shared test material beside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared(relative: str) -> Path:
    """Return the path of shared material, or skip the test when it is absent."""
    path = ROOT.parent / "shared" / relative
    if not path.exists():
        pytest.skip(f"shared/{relative} is not here; it is not part of the project")
    return path

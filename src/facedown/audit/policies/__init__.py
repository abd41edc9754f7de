"""What a policy would call a finding: dated data, apart from the rules.

The rules have demanded the same reveal for decades; what its absence is called, and what it costs, has changed several
times. So no policy is applied unless one is named, and every report says which.
"""

from __future__ import annotations

from facedown.audit.policies import ipg_2024_09_23
from facedown.audit.policies.policy import Context, Policy
from facedown.errors import Malformed

__all__ = ["POLICIES", "Context", "Policy", "policy"]

POLICIES: dict[str, Policy] = {one.id: one for one in (ipg_2024_09_23.POLICY,)}


def policy(id_: str) -> Policy:
    """The policy of that id; `Malformed` with the known ones otherwise."""
    try:
        return POLICIES[id_]
    except KeyError:
        raise Malformed(f"no policy is called {id_!r}; there is {', '.join(POLICIES)}") from None

"""From the model a user named to a folder that a model library can load without a network."""

from __future__ import annotations

from pathlib import Path

from gvqa_core.backends import models
from gvqa_core.config import Settings
from gvqa_core.errors import ModelUnavailableError


def local_weights(model: str, revision: str = "") -> Path:
    """Return the folder of a model, fetching it into the hub cache when it is not there.

    Args:
        model: A local folder, or an id of the hub.
        revision: Branch, tag or commit; empty for the default branch.

    Raises:
        ModelUnavailableError: The weights are not here, and offline is set (nothing
            is connected to then), the hub does not answer within five seconds, or
            it does not have them.
    """
    folder = Path(models.resolve(model, revision or None))
    if folder.is_dir():
        return folder
    if not models.MODEL_ID.fullmatch(model):
        raise ModelUnavailableError(f"'{model}' is neither a folder here nor a model id")
    if models.is_offline(Settings()):
        reason = "offline is set"
    elif not models.hub_reachable():
        reason = f"the model hub ({models.hub_endpoint()}) does not answer"
    else:
        return models.pull(model, revision or None)
    raise ModelUnavailableError(
        f"The weights of {model} are not on this machine and {reason}. "
        f"While connected, run: gvqa models pull {model}"
    )

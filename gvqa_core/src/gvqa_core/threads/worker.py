"""One thread that owns an opened component, so that many threads can share it.

Model libraries keep state bound to a thread (streams, caches, contexts). A
component is therefore opened, used and closed in one thread of its own; callers
wait for their result and get its exceptions as if they had called it themselves.
"""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from gvqa_core.errors import ComponentError, GvqaError
from gvqa_core.loading.names import describe_error

if TYPE_CHECKING:
    from gvqa_core.protocols import Component

ResultT = TypeVar("ResultT")
_Job = tuple[Callable[[], Any], "Future[Any]"]


class Worker:
    """Opens a component in a thread of its own and calls it there.

    Args:
        component: A built, unopened component.
        needs: The opened components it declared in `ComponentSpec.needs`, by kind.
        name: What to call it in messages and thread lists; None means its type.

    Raises:
        ComponentError: It could not be opened.
    """

    def __init__(
        self,
        component: Component,
        *,
        needs: Mapping[str, Any] | None = None,
        name: str | None = None,
    ) -> None:
        self.component = component
        self.name = name or type(component).__name__
        self._thread = _Thread(f"gvqa-{self.name}")
        self._closed = False
        self._lock = threading.Lock()
        try:
            self.run(component.open, needs or {})
        except BaseException as error:
            self._closed = True
            # Who interrupts a long download does not want to wait for its end.
            self._thread.end(wait=isinstance(error, Exception))
            if isinstance(error, GvqaError) or not isinstance(error, Exception):
                raise
            raise ComponentError(
                f"{self.name} could not be opened: {describe_error(error)}.", component=self.name
            ) from error

    def call(self, method: str, *args: Any, **keywords: Any) -> Any:
        """Call a method of the component in its thread and return what it returns.

        Raises:
            ComponentError: The worker is closed.
        """
        return self.run(getattr(self.component, method), *args, **keywords)

    def run(self, function: Callable[..., ResultT], *args: Any, **keywords: Any) -> ResultT:
        """Call any function in the component's thread, such as `index.search`.

        Raises:
            ComponentError: The worker is closed.
        """
        job = functools.partial(function, *args, **keywords)
        if self._thread.is_current():
            return job()  # waiting for oneself would never end
        with self._lock:  # nothing may be queued behind the closing of the component
            if self._closed:
                raise ComponentError(
                    f"{self.name} is closed; open it again to use it.", component=self.name
                )
            future = self._thread.submit(job)
        try:
            return future.result()
        finally:
            future.cancel()  # an interrupted caller takes its call back, unless it has begun
            del future  # else an exception keeps itself, and all it refers to, alive

    def close(self) -> None:
        """Let accepted calls finish, close the component, end the thread; may be called twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            closing = self._thread.submit(self.component.close)
        try:
            if not self._thread.is_current():
                closing.result()
        finally:
            self._thread.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Thread:
    """A daemon thread with a queue: a call that never returns cannot keep Python from exiting."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def is_current(self) -> bool:
        return threading.current_thread() is self._thread

    def submit(self, function: Callable[[], ResultT]) -> Future[ResultT]:
        future: Future[ResultT] = Future()
        self._jobs.put((function, future))
        return future

    def end(self, *, wait: bool = True) -> None:
        """Do what is queued, then end; a thread never waits for itself."""
        self._jobs.put(None)
        if wait and not self.is_current():
            self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            _do(*job)
            del job  # a result must not stay alive until the next call


def _do(function: Callable[[], Any], future: Future[Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(function())
    except SystemExit as error:
        failure = ComponentError(f"A component tried to end the program: {error!r}.")
        failure.__cause__ = error
        future.set_exception(failure)
    except BaseException as error:  # noqa: BLE001 - it belongs to the caller, who gets it whole
        future.set_exception(error)
    finally:
        # The error's traceback refers to this frame: without this it would refer to itself.
        del function, future

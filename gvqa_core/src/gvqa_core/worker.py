"""One thread that owns an opened component, so that many threads can share it.

Model libraries keep state bound to a thread (streams, caches, contexts). A
component is therefore opened, used and closed in one thread of its own; callers
wait for their result and get its exceptions as if they had called it themselves.
"""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from gvqa_core.errors import ComponentError, GvqaError
from gvqa_core.names import describe_error

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
        share: A worker whose thread this one uses. A component that is given
            another one (a judge that asks the captioner's model) must live in the
            same thread as that one.

    Raises:
        ComponentError: It could not be opened.
    """

    def __init__(
        self,
        component: Component,
        *,
        needs: Mapping[str, Any] | None = None,
        name: str | None = None,
        share: Worker | None = None,
    ) -> None:
        self.component = component
        self.name = name or type(component).__name__
        self._thread = share._thread if share else _Thread(f"gvqa-{self.name}")
        self._closed = False
        self._lock = threading.Lock()
        self._thread.join_in()
        try:
            self.run(component.open, needs or {})
        except BaseException as error:
            self._closed = True
            self._thread.leave()
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
        return future.result()

    def iterate(self, method: str, *args: Any, **keywords: Any) -> Iterator[Any]:
        """Call a method that returns an iterator; each item is made in the component's thread."""
        iterator = iter(self.call(method, *args, **keywords))
        end = object()
        while (item := self.run(next, iterator, end)) is not end:
            yield item

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
            self._thread.leave()

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
        self._users = 0
        self._lock = threading.Lock()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def is_current(self) -> bool:
        return threading.current_thread() is self._thread

    def submit(self, function: Callable[[], ResultT]) -> Future[ResultT]:
        future: Future[ResultT] = Future()
        self._jobs.put((function, future))
        return future

    def join_in(self) -> None:
        with self._lock:
            self._users += 1

    def leave(self) -> None:
        """End the thread when the last worker leaves it."""
        with self._lock:
            self._users -= 1
            if self._users:
                return
        self._jobs.put(None)
        if not self.is_current():
            self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            _do(*job)
            del job  # a result must not stay alive until the next call


def _do(function: Callable[[], Any], future: Future[Any]) -> None:
    try:
        future.set_result(function())
    except SystemExit as error:
        failure = ComponentError(f"A component tried to end the program: {error!r}.")
        failure.__cause__ = error
        future.set_exception(failure)
    except BaseException as error:  # noqa: BLE001 - it belongs to the caller, who gets it whole
        future.set_exception(error)

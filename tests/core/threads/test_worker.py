"""One thread owns a component; many may call it."""

from __future__ import annotations

import contextlib
import gc
import signal
import subprocess
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError, ModelUnavailableError
from gvqa_core.threads.worker import Worker


class Adder(BaseComponent[None]):
    """Notes the thread of every call; its state is not safe to share."""

    def __init__(self, failure: BaseException | None = None) -> None:
        super().__init__(None)
        self.threads: set[int] = set()
        self.names: set[str] = set()
        self.calls = 0
        self.closed = 0
        self.needs: Mapping[str, Any] = {}
        self.failure = failure

    def _note(self) -> None:
        self.threads.add(threading.get_ident())
        self.names.add(threading.current_thread().name)

    def open(self, needs: Mapping[str, Any]) -> None:
        self._note()
        self.needs = needs
        if self.failure:
            raise self.failure

    def add(self, a: int, b: int = 0) -> int:
        self._note()
        before = self.calls
        time.sleep(0.0005)
        self.calls = before + 1
        return a + b

    def fail(self, error: BaseException) -> None:
        raise error

    def close(self) -> None:
        self._note()
        self.closed += 1


def test_all_happens_in_one_thread_that_is_not_ours() -> None:
    adder = Adder()
    with Worker(adder) as worker:
        assert worker.call("add", 1, b=2) == 3
        assert worker.run(adder.add, 5) == 5
    assert adder.closed == 1
    assert len(adder.threads) == 1
    assert threading.get_ident() not in adder.threads
    assert adder.names == {"gvqa-Adder"}


def test_many_threads_get_each_their_own_result() -> None:
    adder = Adder()
    with Worker(adder) as worker, ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda n: worker.call("add", n, 1000), range(200)))
    assert results == [n + 1000 for n in range(200)]
    assert adder.calls == 200
    assert len(adder.threads) == 1


def test_exceptions_travel_with_their_traceback() -> None:
    error = ValueError("boom")
    with Worker(Adder()) as worker:
        with pytest.raises(ValueError, match="boom") as caught:
            worker.call("fail", error)
        assert caught.value is error
        names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert names[-1] == "fail"
        assert worker.call("add", 1) == 1, "one failure does not end the worker"
        with pytest.raises(AttributeError):
            worker.call("no_such_method")


def test_a_component_cannot_end_the_program() -> None:
    with Worker(Adder()) as worker:
        with pytest.raises(ComponentError, match=r"tried to end the program: SystemExit\(3\)"):
            worker.call("fail", SystemExit(3))
        assert worker.call("add", 1) == 1


def test_an_exception_does_not_keep_what_was_handed_over_alive() -> None:
    class Big:
        pass

    big = Big()
    gone = weakref.ref(big)
    gc.disable()
    try:
        with Worker(Adder()) as worker:
            with contextlib.suppress(ZeroDivisionError):
                worker.run(lambda _: 1 / 0, big)
            del big
            worker.call("add", 1)
            assert gone() is None
    finally:
        gc.enable()


def test_an_interrupted_caller_takes_back_what_has_not_begun() -> None:
    adder = Adder()
    begun, go_on = threading.Event(), threading.Event()

    def block() -> None:
        begun.set()
        go_on.wait(10)

    with Worker(adder) as worker:
        blocked = threading.Thread(target=lambda: worker.run(block))
        blocked.start()
        assert begun.wait(10)
        main = threading.main_thread().ident
        assert main is not None
        threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            worker.call("add", 1)
        go_on.set()
        blocked.join(10)
    assert adder.calls == 0


def test_after_close_there_is_a_clear_error() -> None:
    adder = Adder()
    worker = Worker(adder, name="captioner 'x'")
    worker.close()
    worker.close()
    assert adder.closed == 1
    with pytest.raises(ComponentError, match="captioner 'x' is closed; open it again"):
        worker.call("add", 1)
    assert not [t for t in threading.enumerate() if t.name == "gvqa-captioner 'x'"]


def test_a_component_that_cannot_be_opened_leaves_no_thread() -> None:
    with pytest.raises(
        ComponentError, match="sick could not be opened: OSError: no file"
    ) as caught:
        Worker(Adder(OSError("no file")), name="sick")
    assert isinstance(caught.value.__cause__, OSError)
    with pytest.raises(ModelUnavailableError, match="no weights"):
        Worker(Adder(ModelUnavailableError("no weights")), name="sick")
    assert not [t for t in threading.enumerate() if t.name == "gvqa-sick"]


def test_an_error_on_closing_still_ends_the_thread() -> None:
    class Stuck(Adder):
        def close(self) -> None:
            raise OSError("will not close")

    worker = Worker(Stuck(), name="stuck")
    with pytest.raises(OSError, match="will not close"):
        worker.close()
    assert not [t for t in threading.enumerate() if t.name == "gvqa-stuck"]


def test_closing_while_others_call_answers_every_call() -> None:
    adder = Adder()
    worker = Worker(adder)
    outcomes: list[str] = []

    def call(n: int) -> None:
        try:
            assert worker.call("add", n) == n
            outcomes.append("answered")
        except ComponentError:
            outcomes.append("refused")

    threads = [threading.Thread(target=call, args=(n,)) for n in range(60)]
    for number, thread in enumerate(threads):
        thread.start()
        if number == 30:
            worker.close()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    assert len(outcomes) == 60
    assert outcomes.count("answered") == adder.calls


def test_a_component_may_call_its_own_worker() -> None:
    adder = Adder()
    with Worker(adder) as worker:
        assert worker.run(lambda: worker.call("add", 2, 3)) == 5


def test_a_component_is_opened_with_what_it_needs() -> None:
    captioner, judge = Adder(), Adder()
    with Worker(judge, needs={"captioner": captioner}):
        assert judge.needs == {"captioner": captioner}


def test_a_call_that_never_returns_does_not_keep_python_from_exiting() -> None:
    code = """
import threading, time
from gvqa_core.component import BaseComponent
from gvqa_core.threads.worker import Worker
class Slow(BaseComponent):
    def sleep(self): time.sleep(600)
worker = Worker(Slow(None))
threading.Thread(target=lambda: worker.call("sleep"), daemon=True).start()
time.sleep(0.1)
print("leaving")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (0, "leaving\n"), done.stderr

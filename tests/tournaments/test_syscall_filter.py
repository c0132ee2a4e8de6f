"""The filter of system calls: run as the kernel runs it, and held against the kernel's own numbers."""

from __future__ import annotations

import json
import platform
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.hostile import program
from tests.tournaments.sandboxes import needs_sandbox, sandbox_of
from tests.tournaments.supervising import supervising
from tournaments.processes.syscall_filter import PRETENDED, REFUSED, syscall_filter

X86_64, I386, AARCH64, RISCV64 = 0xC000003E, 0x40000003, 0xC00000B7, 0xC00000F3
ALLOWED, NO_SUCH_CALL, DONE = 0x7FFF0000, 0x00050026, 0x00050000
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64, "riscv64": RISCV64}


def _decides(architecture: int, number: int) -> int:
    """What the filter answers to a call: BPF as linux/filter.h describes it."""
    instructions = list(struct.iter_unpack("=HBBI", syscall_filter()))
    data = struct.pack("=IIQ6Q", number, architecture, 0, *[0] * 6)
    at, value = 0, 0
    while True:
        code, then, otherwise, operand = instructions[at]
        at += 1
        if code == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif code in (0x15, 0x45):
            holds = value == operand if code == 0x15 else bool(value & operand)
            at += then if holds else otherwise
        elif code == 0x06:
            return int(operand)
        else:
            raise AssertionError(f"an instruction {code:#x}")


@pytest.mark.parametrize("architecture", REFUSED)
def test_just_the_listed_calls_are_refused(architecture: int) -> None:
    """On every architecture, of all numbers there are."""
    refused = {n for n in range(600) if _decides(architecture, n) == NO_SUCH_CALL}
    assert refused == set(REFUSED[architecture].values())
    pretended = {n for n in range(600) if _decides(architecture, n) == DONE}
    assert pretended == set(PRETENDED[architecture].values())
    others = set(range(600)) - refused - pretended
    assert {_decides(architecture, n) for n in others} == {ALLOWED}


def test_other_numbers_of_the_same_calls() -> None:
    """X32 is another door to the same kernel; of an architecture that isn't listed all is let through."""
    assert _decides(X86_64, 0x40000000 | 1) == NO_SUCH_CALL
    assert _decides(AARCH64, 0x40000000 | 1) == ALLOWED
    assert _decides(0x15, 117) == ALLOWED


def _numbers(header: Path, prefix: str) -> Iterator[tuple[str, int]]:
    for name, number in re.findall(rf"#define {prefix}(\w+)\s+(\d+)", header.read_text()):
        yield name, int(number)


@pytest.mark.parametrize(
    ("architecture", "header"),
    [
        (X86_64, "x86_64-linux-gnu/asm/unistd_64.h"),
        (I386, "x86_64-linux-gnu/asm/unistd_32.h"),
        (AARCH64, "asm-generic/unistd.h"),
        (RISCV64, "asm-generic/unistd.h"),
    ],
)
def test_numbers_are_the_kernels(architecture: int, header: str) -> None:
    """As its headers have them, where they are installed."""
    path = Path("/usr/include", header)
    if not path.exists():
        pytest.skip(f"{path} is not here")
    kernels = dict(_numbers(path, "__NR_"))
    listed = REFUSED[architecture] | PRETENDED[architecture]
    ours = {name: n for name, n in listed.items() if name in kernels}
    assert len(ours) > 20
    assert ours == {name: kernels[name] for name in ours}


@needs_sandbox
@pytest.mark.skipif(platform.machine() not in MACHINES, reason="not a machine whose calls we know")
async def test_a_bot_gets_no_such_call(tmp_path: Path) -> None:
    """Whichever of them it makes; without a sandbox it would have had memory that nobody sees."""
    calls = REFUSED[MACHINES[platform.machine()]]
    memory = {name: calls[name] for name in ("memfd_create", "shmget", "msgget")}
    body = """
        made, ids = dict(), dict()
        for name, number in json.loads(target).items():
            ctypes.set_errno(0)
            if name == 'memfd_create':
                made[name] = libc.syscall(number, b'hoard', 0) >= 0 or ctypes.get_errno()
            else:
                arguments = dict(shmget=(0, 4096, 0o600), msgget=(0, 0o600)).get(name, (0,) * 6)
                ids[name] = libc.syscall(number, *arguments)
                made[name] = ids[name] >= 0 or ctypes.get_errno()
        if 'ptrace' not in made:
            IPC_RMID = 0
            libc.shmctl(ids['shmget'], IPC_RMID, None)
            libc.msgctl(ids['msgget'], IPC_RMID, None)
        raise RuntimeError(json.dumps(made))
        """
    for kind, tried in (("bubblewrap", calls), ("none", memory)):
        async with supervising() as supervisor:
            process = await supervisor.run(
                [sys.executable, "-c", program(body), json.dumps(tried)],
                cwd=tmp_path,
                env={"PATH": "/usr/bin:/bin"},
                log=tmp_path / kind,
                sandbox=sandbox_of(tmp_path) if kind == "bubblewrap" else (),
            )
            await process.ended
        told = json.loads((tmp_path / f"{kind}.stdout").read_text())["why"]
        made = json.loads(told.removeprefix("RuntimeError: "))
        assert made == dict.fromkeys(tried, 38 if kind == "bubblewrap" else True)


@needs_sandbox
async def test_a_bot_stays_in_its_session(tmp_path: Path) -> None:
    """So that the kernel goes on counting its share of the processors; without a sandbox it leaves it."""
    code = """
import os
if os.fork() == 0:
    os.setsid()
    print(os.getsid(0) == os.getpid(), flush=True)
    os._exit(0)
os.wait()
"""
    for kind, leaves in (("bubblewrap", False), ("none", True)):
        async with supervising() as supervisor:
            process = await supervisor.run(
                [sys.executable, "-c", code],
                cwd=tmp_path,
                env={},
                log=tmp_path / kind,
                sandbox=sandbox_of(tmp_path) if kind == "bubblewrap" else (),
            )
            await process.ended
        assert (tmp_path / f"{kind}.stdout").read_text() == f"{leaves}\n"

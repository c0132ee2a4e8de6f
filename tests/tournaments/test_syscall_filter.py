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
from tests.tournaments.ways_out import REFUSED_CALLS
from tournaments.processes.syscall_filter import ARCHITECTURES, SOCKET_FAMILIES, syscall_filter
from tournaments.processes.syscalls import ALLOWED, CHECKED, PRETENDED

X86_64, AARCH64, RISCV64 = 0xC000003E, 0xC00000B7, 0xC00000F3
ALLOWED_CALL, NO_SUCH_CALL, DONE = 0x7FFF0000, 0x00050026, 0x00050000
NOT_PERMITTED, NO_SUCH_FAMILY = 0x00050001, 0x00050061
MACHINES = {"x86_64": 0, "aarch64": 1, "riscv64": 1}
"""Columns of the tables."""


def _decides(architecture: int, number: int, *arguments: int) -> int:
    """Return what the filter answers to a call: BPF as linux/filter.h describes it."""
    instructions = list(struct.iter_unpack("=HBBI", syscall_filter()))
    six = [argument % 2**64 for argument in (*arguments, *[0] * 6)][:6]
    data = struct.pack("=IIQ6Q", number, architecture, 0, *six)
    at, value = 0, 0
    while True:
        code, then, otherwise, operand = instructions[at]
        at += 1
        if code == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif code == 0x05:
            at += operand
        elif code in (0x15, 0x35, 0x45):
            holds = {0x15: value == operand, 0x35: value >= operand, 0x45: bool(value & operand)}
            at += then if holds[code] else otherwise
        elif code == 0x06:
            return int(operand)
        else:
            raise AssertionError(f"an instruction {code:#x}")


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_just_the_listed_calls_are_allowed(architecture: int) -> None:
    """On every architecture, of all numbers there are; others are answered as by an older kernel."""
    column = ARCHITECTURES[architecture]
    answers = {n: _decides(architecture, n) for n in (*range(600), 2**30 - 1, 2**32 - 1)}
    checked = {numbers[column] for numbers in CHECKED.values()}
    listed = {numbers[column] for numbers in ALLOWED.values()} - {None}
    pretended = {numbers[column] for numbers in PRETENDED.values()}
    assert {n for n, answer in answers.items() if answer == ALLOWED_CALL} - checked == listed
    assert {n for n, answer in answers.items() if answer == DONE} == pretended
    others = set(answers) - listed - checked - pretended
    assert {answers[n] for n in others} == {NO_SUCH_CALL}
    assert {numbers[column] for numbers in REFUSED_CALLS.values()} <= others


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_arguments(architecture: int) -> None:
    """Families of sockets are listed; no namespace is made, no pipe enlarged; upper halves change nothing."""
    column, high = ARCHITECTURES[architecture], 1 << 32
    numbers = {name: both[column] for name, both in CHECKED.items()}
    for call in ("socket", "socketpair"):
        families = {
            n for n in range(300) if _decides(architecture, numbers[call], n, 1) == ALLOWED_CALL
        }
        assert families == {*SOCKET_FAMILIES.values(), 16}
        routing = {
            n for n in range(32) if _decides(architecture, numbers[call], 16, 3, n) == ALLOWED_CALL
        }
        assert routing == {0}
        assert _decides(architecture, numbers[call], 40 | high, 1) == NO_SUCH_FAMILY
        assert _decides(architecture, numbers[call], 16, 3, 9 | high) == NO_SUCH_FAMILY
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert _decides(architecture, numbers["clone"], flag | 17) == NOT_PERMITTED
    assert _decides(architecture, numbers["clone"], 0x3D0F00) == ALLOWED_CALL  # a thread's
    assert _decides(architecture, numbers["fcntl"], 1, 1031) == NOT_PERMITTED
    assert _decides(architecture, numbers["fcntl"], 1, 1031 | high) == NOT_PERMITTED
    assert _decides(architecture, numbers["fcntl"], 1, 1030) == ALLOWED_CALL


def test_other_doors() -> None:
    """There is no call of x32, nor of an architecture that isn't listed: `int 0x80`, 32-bit Arm, others."""
    assert {_decides(X86_64, 0x40000000 | n) for n in range(600)} == {NO_SUCH_CALL}
    for architecture in (0x40000003, 0x40000028, 0x15, 0):
        assert {_decides(architecture, n) for n in range(600)} == {NO_SUCH_CALL}


def test_it_is_a_program_that_the_kernel_takes() -> None:
    """It has at most 4,096 instructions (linux/bpf_common.h), and jumps within them."""
    assert len(syscall_filter()) <= 4096 * 8


def _numbers(header: Path, prefix: str) -> Iterator[tuple[str, int]]:
    for name, number in re.findall(rf"#define {prefix}(\w+)\s+(\d+)", header.read_text()):
        yield name, int(number)


@pytest.mark.parametrize(
    ("architecture", "header"),
    [
        (X86_64, "x86_64-linux-gnu/asm/unistd_64.h"),
        (AARCH64, "asm-generic/unistd.h"),
        (RISCV64, "asm-generic/unistd.h"),
    ],
)
def test_numbers_are_the_kernels(architecture: int, header: str) -> None:
    """As its headers have them, where they are installed."""
    path = Path("/usr/include", header)
    if not path.exists():
        pytest.skip(f"{path} is not here")
    kernels = dict(_numbers(path, "__NR_")) | dict(_numbers(path, "__NR3264_"))
    tables = ALLOWED | CHECKED | PRETENDED | REFUSED_CALLS
    listed = {name: numbers[ARCHITECTURES[architecture]] for name, numbers in tables.items()}
    ours = {name: n for name, n in listed.items() if n is not None and name in kernels}
    assert len(ours) > 200
    assert ours == {name: kernels[name] for name in ours}


@needs_sandbox
@pytest.mark.skipif(platform.machine() not in MACHINES, reason="not a machine whose calls we know")
async def test_a_bot_gets_no_such_call(tmp_path: Path) -> None:
    """Whichever it makes; without a sandbox it would have had memory that nobody sees."""
    column = MACHINES[platform.machine()]
    calls = {name: numbers[column] for name, numbers in REFUSED_CALLS.items()}
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

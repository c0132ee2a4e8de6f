"""The system-call filter of a sandbox: a list of calls that a bot may make, and of socket families.

A call that is not listed is answered as by a kernel that does not have it (ENOSYS), and so is every
call of another architecture: 32-bit programs by `int 0x80`, and x32. Some calls depend on an
argument:

- `socket` and `socketpair` make only sockets of UNIX and IP, and of routing, from which name lookups
  of the C library, of Java and of Go read addresses. VSOCK, for example, is in no network namespace:
  it reaches the machine outside.
- `clone` makes processes and threads, and no namespaces.
- `fcntl` does not enlarge pipes: their memory is counted by user, not by process.

Where there are no control groups, the kernel gives each session a share of the processors, so each
bot is one session. A bot that asks for another session gets the answer of success, but no session.
This module needs the standard library only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from tournaments.processes.syscalls import ALLOWED, CHECKED, PRETENDED

__all__ = ["ARCHITECTURES", "SOCKET_FAMILIES", "syscall_filter"]

X86_64, AARCH64, RISCV64 = 0xC000003E, 0xC00000B7, 0xC00000F3
ARCHITECTURES = {X86_64: 0, AARCH64: 1, RISCV64: 1}
"""Index into the pairs of call numbers, by architecture (AUDIT_ARCH_… of linux/audit.h)."""
SOCKET_FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}
"""Numbers of the socket families that a bot may use, with any protocol."""
_NETLINK, _NETLINK_ROUTE = 16, 0
_NEW_NAMESPACES = 0x7E020000
"""Bits CLONE_NEW… of linux/sched.h; CLONE_NEWTIME is no flag of `clone`, but of its successor
`clone3`.
"""
_SET_PIPE_SIZE = 1031
"""Command F_SETPIPE_SZ of linux/fcntl.h."""
_X32 = 0x40000000
"""Bit in the number of an x86-64 call that marks the x32 ABI, whose calls have other numbers."""
_LOAD, _JUMP, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
"""Opcodes of a BPF program (linux/bpf_common.h)."""
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
_ARGUMENTS_AT = 16, 24, 32
"""Offsets of arguments in struct seccomp_data (linux/seccomp.h), of their lower half, which is all
that the kernel uses.
"""
_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
"""SECCOMP_RET_ERRNO, to be combined with an error number; without one the call seems to succeed."""
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97

_Instruction = tuple[int, int, int, int]


def syscall_filter() -> bytes:
    """Return the filter as bwrap's --seccomp takes it: an array of struct sock_filter."""
    program = [(_LOAD, 0, 0, _ARCHITECTURE_AT)]
    for architecture in ARCHITECTURES:
        block = _block(architecture)
        # A conditional jump reaches 255 instructions, which a block is longer than.
        program += [(_EQUAL, 1, 0, architecture), (_JUMP, 0, 0, len(block)), *block]
    program.append(_answer(_ERROR | _ENOSYS))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _block(architecture: int) -> list[_Instruction]:
    """Return the instructions that decide on calls of one architecture, given its AUDIT_ARCH number."""
    column = ARCHITECTURES[architecture]
    block = [(_LOAD, 0, 0, _NUMBER_AT)]
    if architecture == X86_64:
        # Before any comparison: an x32 number without this bit looks like a call that may be
        # allowed.
        block += [(_ANY_BIT, 0, 1, _X32), _answer(_ERROR | _ENOSYS)]
    for numbers in PRETENDED.values():
        block += [(_EQUAL, 0, 1, numbers[column]), _answer(_ERROR)]
    for name, numbers in CHECKED.items():
        check = _CHECKS[name]
        block += [(_EQUAL, 0, len(check), numbers[column]), *check]
    allowed = (numbers[column] for numbers in ALLOWED.values())
    # Ranges in place of single numbers: the kernel runs this program at every call.
    for first, last in _ranges(number for number in allowed if number is not None):
        block += [(_AT_LEAST, 0, 2, first), (_AT_LEAST, 1, 0, last + 1), _answer(_ALLOW)]
    return [*block, _answer(_ERROR | _ENOSYS)]


def _answer(answer: int) -> _Instruction:
    return (_RETURN, 0, 0, answer)


def _ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last number of each run of consecutive numbers."""
    first = last = -2  # so that 0 begins a run
    for number in sorted(numbers):
        if number != last + 1:
            if first >= 0:
                yield first, last
            first = number
        last = number
    yield first, last


def _family_check() -> list[_Instruction]:
    """Return the instructions that decide on a call for a socket, by its family and protocol."""
    check = [(_LOAD, 0, 0, _ARGUMENTS_AT[0])]
    for family in SOCKET_FAMILIES.values():
        check += [(_EQUAL, 0, 1, family), _answer(_ALLOW)]
    return [
        *check,
        (_EQUAL, 0, 3, _NETLINK),
        (_LOAD, 0, 0, _ARGUMENTS_AT[2]),
        (_EQUAL, 0, 1, _NETLINK_ROUTE),
        _answer(_ALLOW),
        _answer(_ERROR | _EAFNOSUPPORT),
    ]


_CHECKS = {
    "clone": [
        (_LOAD, 0, 0, _ARGUMENTS_AT[0]),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        _answer(_ERROR | _EPERM),
        _answer(_ALLOW),
    ],
    "socket": _family_check(),
    "socketpair": _family_check(),
    "fcntl": [
        (_LOAD, 0, 0, _ARGUMENTS_AT[1]),
        (_EQUAL, 0, 1, _SET_PIPE_SIZE),
        _answer(_ERROR | _EPERM),
        _answer(_ALLOW),
    ],
}
"""Instructions that decide on each call of `CHECKED`; each list ends with an answer."""

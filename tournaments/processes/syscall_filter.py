"""The filter of a sandbox: system calls that a bot has no use for and that would get it something.

- Key rings are inherited by all that the runner starts, whatever namespaces they are in: what one bot puts
  into one another may find.
- Memory files, shared memory of System V and message queues hold memory that no limit of a process sees, and
  that nobody's account shows.
- Asynchronous rings, faults handled by a program, tracing, performance counters and programs in the kernel
  are where faults of the kernel are found most often; mounts, namespaces and files by handle are what a
  way out of a sandbox begins with.

All of them are answered as by a kernel that has none. It is no defence against other faults of the kernel:
what is not listed is let through.

A session of its own is what the kernel gives each bot its share of the processors by, where it knows no
groups. A bot that asks for further ones is told that it has them, and has not. Standard library only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

__all__ = ["PRETENDED", "REFUSED", "syscall_filter"]

_SINCE_THEN_ALIKE = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "mount_setattr": 442,
    "memfd_secret": 447,
}
"""Calls that came when all architectures had begun to number new ones alike."""
_NAMES = (
    "ptrace",
    "mount",
    "umount2",
    "pivot_root",
    "add_key",
    "request_key",
    "keyctl",
    "unshare",
    "setns",
    "perf_event_open",
    "name_to_handle_at",
    "open_by_handle_at",
    "bpf",
    "userfaultfd",
    "memfd_create",
    "shmget",
    "msgget",
    "semget",
    "mq_open",
)


def _named(*numbers: int, **others: int) -> dict[str, int]:
    return dict(zip(_NAMES, numbers, strict=True)) | others | _SINCE_THEN_ALIKE


_GENERIC = _named(
    117, 40, 39, 41, 217, 218, 219, 97, 268, 241, 264, 265, 280, 282, 279, 194, 186, 190, 180
)
REFUSED = {
    0xC000003E: _named(  # x86-64
        101, 165, 166, 155, 248, 249, 250, 272, 308, 298, 303, 304, 321, 323, 319, 29, 68, 64, 240
    ),
    0x40000003: _named(  # i386
        26, 21, 52, 217, 286, 287, 288, 310, 346, 336, 341, 342, 357, 374, 356, 395, 399, 393, 277,
        ipc=117, umount=22,
    ),
    0xC00000B7: _GENERIC,  # AArch64
    0xC00000F3: _GENERIC,  # RISC-V of 64 bits
    0x40000028: _named(  # Arm
        26, 21, 52, 218, 309, 310, 311, 337, 375, 364, 370, 371, 386, 388, 385, 307, 303, 299, 274,
        ipc=117,
    ),
}  # fmt: skip
"""Numbers of the refused calls by name, by architecture (AUDIT_ARCH_… of linux/audit.h)."""
PRETENDED = {
    0xC000003E: {"setsid": 112},
    0x40000003: {"setsid": 66},
    0xC00000B7: {"setsid": 157},
    0xC00000F3: {"setsid": 157},
    0x40000028: {"setsid": 66},
}
"""Likewise of the calls that do nothing and return 0."""
_X86_64 = 0xC000003E
_X32 = 0x40000000
"""In the number of a call of x86-64: it is of the ABI x32, whose numbers are others."""
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
"""Opcodes of a BPF program (linux/bpf_common.h)."""
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
"""Places in struct seccomp_data (linux/seccomp.h)."""
_ALLOW = 0x7FFF0000
_NO_SUCH_CALL = 0x00050000 | 38
"""SECCOMP_RET_ERRNO with ENOSYS."""
_DONE = 0x00050000
"""SECCOMP_RET_ERRNO with no error."""

_Instruction = tuple[int, int, int, int]


def syscall_filter() -> bytes:
    """Return the filter as bwrap's --seccomp takes it: struct sock_filter, one after another."""
    program = [(_LOAD, 0, 0, _ARCHITECTURE_AT)]
    for architecture, calls in REFUSED.items():
        block = _block(architecture, calls.values(), PRETENDED[architecture].values())
        program += [(_EQUAL, 0, len(block), architecture), *block]
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _block(
    architecture: int, refused: Iterable[int], pretended: Iterable[int]
) -> list[_Instruction]:
    """Return what decides on a call of one architecture."""
    tests = [(_EQUAL, number, _NO_SUCH_CALL) for number in sorted(set(refused))]
    tests += [(_EQUAL, number, _DONE) for number in sorted(set(pretended))]
    if architecture == _X86_64:
        tests.insert(0, (_ANY_BIT, _X32, _NO_SUCH_CALL))
    answers = [_ALLOW, _NO_SUCH_CALL, _DONE]
    # Jumps are counted from the next instruction; the answers stand at the end.
    return [
        (_LOAD, 0, 0, _NUMBER_AT),
        *(
            (how, len(tests) - 1 - i + answers.index(answer), 0, value)
            for i, (how, value, answer) in enumerate(tests)
        ),
        *((_RETURN, 0, 0, answer) for answer in answers),
    ]

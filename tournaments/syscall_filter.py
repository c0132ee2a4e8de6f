"""The filter of a sandbox: system calls that would let a process leave something behind it.

A key ring of the kernel is inherited by all that the runner starts, whatever namespaces they are in, and
what one bot puts into it another may find. So the three calls that use key rings are answered as by a
kernel that has none. It is no defence against faults of the kernel: all others are let through.
Standard library only.
"""

from __future__ import annotations

import struct

__all__ = ["without_keyrings"]

_KEYRING_CALLS = {
    0xC000003E: (248, 250),  # x86-64
    0x40000003: (286, 288),  # i386
    0xC00000B7: (217, 219),  # AArch64
    0x40000028: (309, 311),  # Arm
    0xC00000F3: (217, 219),  # RISC-V of 64 bits
}
"""First and last number of add_key, request_key and keyctl, which follow one another, by architecture."""
_LOAD, _AND, _EQUAL, _AT_LEAST, _ABOVE, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x25, 0x06
"""Opcodes of a BPF program (linux/bpf_common.h)."""
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
"""Places in struct seccomp_data (linux/seccomp.h)."""
_WITHOUT_X32 = 0xBFFFFFFF
_ALLOW = 0x7FFF0000
_NO_SUCH_CALL = 0x00050000 | 38
"""SECCOMP_RET_ERRNO with ENOSYS."""
_BLOCK = 5
"""Instructions for an architecture."""


def without_keyrings() -> bytes:
    """The filter as bwrap's --seccomp takes it: struct sock_filter, one after another."""
    end = 1 + _BLOCK * len(_KEYRING_CALLS)
    program = [(_LOAD, 0, 0, _ARCHITECTURE_AT)]
    for architecture, (first, last) in _KEYRING_CALLS.items():
        here = len(program)
        # Jumps are counted from the next instruction; at the end stand "allow" and "refuse".
        program += [
            (_EQUAL, 0, _BLOCK - 1, architecture),
            (_LOAD, 0, 0, _NUMBER_AT),
            (_AND, 0, 0, _WITHOUT_X32),
            (_AT_LEAST, 0, end - here - 4, first),
            (_ABOVE, end - here - 5, end - here - 4, last),
        ]
    program += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _NO_SUCH_CALL)]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)

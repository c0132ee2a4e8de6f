"""Programs that try what a bot should not be able to do, and say on standard output whether they could.

Each is the body of a function `attempt` that raises, or returns false, where it is held back. `argv[1:]`
are what the attempt is about.
"""

from __future__ import annotations

import textwrap

__all__ = ["ATTEMPTS", "program"]

_FRAME = """
import ctypes, json, os, resource, signal, socket, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
target = sys.argv[1]

def called(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def attempt():
%s

try:
    could = attempt() is not False
    why = ""
except BaseException as error:
    could, why = False, f"{type(error).__name__}: {error}"
print(json.dumps({"could": could, "why": why}), flush=True)
"""

ATTEMPTS = {
    "read a file of a rival": "return open(f'{target}/rival/secret.txt').read() == 'secret'",
    "list the folder above its own": "return 'rival' in os.listdir('..')",
    "read the seed in a journal": "return open(f'{target}/data/m1.journal').read() == 'secret'",
    "read the tournament file": "return open(f'{target}/own/cup.toml').read() == 'secret'",
    "read keys in a home": "return open(f'{target}/hidden/.ssh/id').read() == 'secret'",
    "write into its own folder": "open('mine.txt', 'w').write('x')",
    "write beside its own folder": "open(f'{target}/data/forged', 'w').write('x')",
    "see other processes": "return target in os.listdir('/proc')",
    "read the environment of another process": (
        "return b'TOKEN=secret' in open(f'/proc/{target}/environ', 'rb').read()"
    ),
    "signal another process": "os.kill(int(target), 0)",
    "trace another process": """
        PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17
        called(libc.ptrace(PTRACE_SEIZE, int(target), 0, 0))
        """,
    "connect to a port of this machine": (
        "socket.create_connection(('127.0.0.1', int(target)), timeout=5).close()"
    ),
    "connect to an abstract socket": """
        peer = socket.socket(socket.AF_UNIX)
        peer.connect(chr(0) + target)
        """,
    "connect to a socket in a folder": """
        peer = socket.socket(socket.AF_UNIX)
        peer.connect(target + '/service.sock')
        """,
    "make namespaces of its own": """
        CLONE_NEWUSER = 0x10000000
        called(libc.unshare(CLONE_NEWUSER))
        """,
    "write more than its share to its folder for temporary files": """
        folder = os.environ['TMPDIR']
        with open(f'{folder}/flood', 'wb') as flood:
            for _ in range(16):
                flood.write(bytes(1024 * 1024))
        """,
}
"""What is tried, by what it is called."""

ATTEMPTS_OF_ROOT = {
    "change a setting of the kernel": (
        "os.close(os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY))"
    ),
    "read passwords": "return bool(open('/etc/shadow').read())",
}
"""What nobody but root could do without a sandbox."""


def program(body: str) -> str:
    """The whole program of an attempt."""
    return _FRAME % textwrap.indent(textwrap.dedent(body).strip(), "    ")

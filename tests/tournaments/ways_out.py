"""Ways out of a sandbox and into tables of the kernel, tried one after another by one program.

A way is a function that returns a number below 0 and sets `errno`, raises `OSError`, or returns false, where
the sandbox holds it back. Those of `REFUSED_CALLS` are made with arguments that no kernel takes, so that
they do no harm anywhere: the kernel's own error shows that the call got there.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

__all__ = ["ALWAYS_HERE", "REFUSED_CALLS", "WAYS", "explorer"]

REFUSED_CALLS: dict[str, tuple[int, int]] = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "clone3": (435, 435),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "io_submit": (209, 2),
    "io_getevents": (208, 4),
    "io_destroy": (207, 1),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "semop": (65, 193),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "personality": (135, 92),
    "syslog": (103, 116),
    "quotactl": (179, 60),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "reboot": (169, 142),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "vmsplice": (278, 75),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "remap_file_pages": (216, 234),
    "setxattr": (188, 5),
    "landlock_create_ruleset": (444, 444),
    "futex_waitv": (449, 449),
    "lookup_dcookie": (212, 18),
    "vhangup": (153, 58),
    "kexec_load": (246, 104),
}
"""Calls that no bot may make, with their numbers on x86-64 and where architectures number alike."""
ALWAYS_HERE = (
    "ptrace", "mount", "umount2", "chroot", "pivot_root", "unshare", "setns", "clone3", "sethostname",
    "pidfd_getfd", "swapon", "settimeofday", "clock_settime", "fsopen", "open_tree", "setxattr",
)  # fmt: skip
"""Those of them that every kernel has which runs this project."""
WAYS = {
    # Families of sockets; VSOCK lies in no network namespace.
    "AF_VSOCK": "socket.socket(40, socket.SOCK_STREAM)",
    "AF_VSOCK of datagrams": "socket.socket(40, socket.SOCK_DGRAM)",
    "AF_VSOCK with high bits in its argument": "called(libc.syscall(SOCKET, long(40 | 1 << 32), 1, 0))",
    "AF_UNSPEC": "socket.socket(0, socket.SOCK_STREAM)",
    "AF_ALG": "socket.socket(38, socket.SOCK_SEQPACKET)",
    "AF_PACKET": "socket.socket(17, socket.SOCK_RAW)",
    "AF_BLUETOOTH": "socket.socket(31, socket.SOCK_RAW)",
    "AF_CAN": "socket.socket(29, socket.SOCK_RAW, 1)",
    "AF_RDS": "socket.socket(21, socket.SOCK_SEQPACKET)",
    "AF_TIPC": "socket.socket(30, socket.SOCK_STREAM)",
    "AF_QIPCRTR": "socket.socket(42, socket.SOCK_DGRAM)",
    "AF_XDP": "socket.socket(44, socket.SOCK_RAW)",
    "AF_KEY": "socket.socket(15, socket.SOCK_RAW, 2)",
    "AF_SMC": "socket.socket(43, socket.SOCK_STREAM)",
    "NETLINK_KOBJECT_UEVENT": "socket.socket(16, socket.SOCK_RAW, 15)",
    "NETLINK_AUDIT": "socket.socket(16, socket.SOCK_RAW, 9)",
    "NETLINK_NETFILTER": "socket.socket(16, socket.SOCK_RAW, 12)",
    "NETLINK_CRYPTO": "socket.socket(16, socket.SOCK_RAW, 21)",
    "NETLINK_GENERIC": "socket.socket(16, socket.SOCK_RAW, 16)",
    "raw IP": "socket.socket(2, socket.SOCK_RAW, 1)",
    "an address outside": "socket.create_connection(('192.0.2.1', 9), timeout=1)",
    # Arguments of calls that are allowed.
    "clone into a user namespace": "called(libc.syscall(CLONE, long(0x10000000 | 17), 0, 0, 0, 0) or os._exit(0))",
    "clone into a process namespace": "called(libc.syscall(CLONE, long(0x20000000 | 17), 0, 0, 0, 0) or os._exit(0))",
    "a larger pipe": "fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)",
    # Tables of the kernel.
    "POSIX timers beyond 256": "[called(libc.timer_create(1, None, ctypes.byref(long()))) for _ in range(400)]",
    "locked memory beyond 8 MiB": """
        import mmap
        hoard = mmap.mmap(-1, 16 << 20)
        called(libc.mlock(ctypes.byref(ctypes.c_char.from_buffer(hoard)), ctypes.c_size_t(16 << 20)))
        """,
    "descriptors beyond the limit": """
        kept = []
        try:
            while len(kept) < 400:
                kept.append(os.dup(0))
        finally:
            os.closerange(kept[0], kept[-1] + 1)  # or later ways would fail for want of one
        """,
    # What /proc, /sys and /dev show of the machine.
    **{
        f"/proc/{name}": f"return bool(open('/proc/{name}', 'rb').read(16))"
        for name in (
            "cmdline", "keys", "key-users", "locks", "kallsyms", "diskstats", "partitions", "timer_list",
            "vmstat", "interrupts", "kcore", "config.gz", "slabinfo",
        )
    },
    **{
        f"/proc/1/{name}": f"return bool(open('/proc/1/{name}', 'rb').read(1))"
        for name in ("cmdline", "environ", "mounts", "mountinfo", "maps", "status", "root/etc/passwd")
    },
    "/proc/1/mem": "open('/proc/1/mem', 'rb')",
    "/proc/1": "return bool(os.listdir('/proc/1'))",
    "processes of this machine": "return len([name for name in os.listdir('/proc') if name.isdigit()]) > 3",
    "settings of the kernel": "os.close(os.open('/proc/sys/kernel/hostname', os.O_WRONLY))",
    "/sys/kernel": "os.listdir('/sys/kernel')",
    "/sys/fs/cgroup": "os.listdir('/sys/fs/cgroup')",
    "/sys/class/net": "os.listdir('/sys/class/net')",
    "disks in /dev": "return bool([name for name in os.listdir('/dev') if name[:2] in ('sd', 'vd', 'nv')])",
    "a file in /dev": "open('/dev/mine', 'w')",
    "a node of a device": "os.mknod('/tmp/null', 0o20600, os.makedev(1, 3)); return True",
    "real-time priority": "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
    "a higher priority": "os.setpriority(os.PRIO_PROCESS, 0, -20)",
    "another user": "os.setuid(1)",
    "the hostname of the machine": "return os.uname().nodename != 'bot'",
}  # fmt: skip
"""Bodies of a function, by what is tried."""
_FRAME = """
import ctypes, errno, fcntl, json, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
folder, column = sys.argv[1], int(sys.argv[2])
SOCKET, CLONE = ((41, 56), (198, 220))[column]
CALLS = %r
long, results = ctypes.c_long, dict()

def called(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

for name, numbers in CALLS.items():
    ctypes.set_errno(0)
    made = libc.syscall(numbers[column], *[long(-1)] * 6)
    results[name] = 'done' if made >= 0 else errno.errorcode[ctypes.get_errno()]
"""


def explorer(calls: Iterable[str] = (), ways: Iterable[str] = ()) -> str:
    """Return a program that tries some ways, and prints the result of each as JSON.

    Args:
        calls: Names in `REFUSED_CALLS`.
        ways: Names in `WAYS`.
    """
    lines = [_FRAME % {name: REFUSED_CALLS[name] for name in calls}]
    for number, name in enumerate(ways):
        body = WAYS[name]
        inner = textwrap.indent(textwrap.dedent(body).strip(), "    ")
        lines.append(
            f"def way_{number}():\n{inner}\n"
            f"try: results[{name!r}] = 'held' if way_{number}() is False else 'done'\n"
            f"except OSError as error: results[{name!r}] = errno.errorcode.get(error.errno, str(error))\n"
        )
    return "\n".join([*lines, "print(json.dumps(results), flush=True)"])

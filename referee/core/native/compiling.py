"""Compiles kernels to machine code with Numba, caches and loads it. Importing this imports Numba.

A kernel has two dispatchers of Numba's. The outer one is for calls from Python: it has a wrapper
that reads Python objects, and contains the code of all kernels it calls, so only its code is
cached. The inner one is for calls from other kernels; its code exists only as a part of theirs.

Wherever Numba finds a kernel by its name in a function, it gets the inner dispatcher
(`_typeof_kernel`).
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.types.functions import Dispatcher
from numba.core.types.misc import unliteral
from numba.extending import typeof_impl

from referee.core.native.interpreting import Kernel
from referee.core.native.kernel_cache import SUFFIX, Place, places, read_checked, write_checked

__all__ = ["compile_when_called", "load"]


def compile_when_called(kernel: Kernel[..., Any]) -> None:
    """Make a kernel compile itself at later calls, once per combination of argument types.

    The code is cached. Nothing is compiled before the first call.
    """
    outer = _Outer(kernel, places(kernel.group.name)[0])
    kernel.become(outer)


def load(kernel: Kernel[..., Any], place: Place, files: list[str]) -> int:
    """Load the cached code of a kernel; calls with other argument types stay interpreted.

    Args:
        kernel: The kernel.
        place: The folder of its cached code.
        files: Names of all files in that folder, of all kernels.

    Returns:
        Number of combinations of argument types for which code is loaded now.
    """
    stem = _stem(kernel)
    mine = [file for file in files if file.startswith(stem)]
    if not mine:
        return 0
    outer = _Outer(kernel, place)
    for file in sorted(mine):
        outer.load(file)
    if outer.signatures:
        outer.falls_back = True
        kernel.become(outer)
    return len(outer.signatures)


def _stem(kernel: Kernel[..., Any]) -> str:
    return f"{kernel.function.__module__}.{kernel.function.__qualname__}-"


class _Inner(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
    """The dispatcher of a kernel for calls from other kernels.

    It is compiled once for each combination of types, as in a call from Python. Numba alone would compile a
    kernel again for each integer literal in a call: 0, 1 and 2 are separate types to it. Signed
    integers of all widths are one type here, too.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return Numba's template for a call, with general types in place of literals and short integers."""
        return super().get_call_template(tuple(map(_general, args)), kws)


def _general(kind: Any) -> Any:
    """Return the type as which an argument of this type is passed: int64 for shorter signed integers.

    What the kernel computes is the same, since Numba's arithmetic on short integers gives int64.
    """
    kind = unliteral(kind)
    return types.int64 if kind in (types.int8, types.int16, types.int32) else kind


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """Code library of a kernel that other kernels include; the code is optimized only there.

    Numba by default optimizes a kernel with all kernels that it calls, and again within each kernel
    that calls it, and so on. That took two thirds of the compile time.
    """

    def finalize(self) -> None:
        """Mark the code as final without optimizing it.

        Overrides Numba's method, which does both.
        """
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Return 0, a null pointer: this code is never called at its own address."""
        return 0

    @property
    def codegen(self) -> Any:
        """This library itself, in place of Numba's code generator.

        Only `set_env` of it is called here.
        """
        return self

    def set_env(self, env_name: str, env: object) -> None:
        """Do nothing: this code is not loaded into memory, so it has no variable to set."""


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """Code library of a kernel together with the code of all kernels that it calls."""

    def finalize(self) -> None:
        """Link the code of all kernels called, directly or not, and finalize the library."""
        for library in (
            self._linking_libraries
        ):  # grows within the loop: the parts of parts must be linked, too
            if isinstance(library, _Part):
                # Each library once: linking one twice would define its symbols twice.
                known = set(self._linking_libraries)
                self._linking_libraries += [
                    one for one in library._linking_libraries if one not in known
                ]
        super().finalize()


class _PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles a kernel for calls from other kernels, into a `_Part`: code that these include."""

    library_class: type[Any] = _Part

    def compile_extra(self, func: Callable[..., Any]) -> CompileResult:
        """Compile a function into this compiler's class of library, and return the result.

        It overrides Numba's method.
        """
        # Numba makes a library only if the state has none, so it uses this one.
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library_class(codegen, func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class _WholeCompiler(_PartCompiler):
    """Compiles a kernel for calls from Python, with all kernels that it calls, into a `_Whole`."""

    library_class = _Whole


_inners: dict[Kernel[..., Any], _Inner] = {}


@typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
def _typeof_kernel(kernel: Kernel[..., Any], _context: Any) -> Any:
    # One dispatcher for all callers, so that the kernel is compiled once for each combination of
    # types.
    inner = _inners.get(kernel)
    if inner is None:
        # Only other kernels call it, so it needs no wrappers for Python and C.
        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} | kernel.options
        inner = _inners[kernel] = _Inner(
            kernel.function, targetoptions=_OPTIONS | options, pipeline_class=_PartCompiler
        )
    return Dispatcher(inner)


_OPTIONS = {"nopython": True, "nogil": True}


class _Outer(CPUDispatcher):  # type: ignore[misc]
    """Numba dispatcher of a kernel for calls from Python.

    Args:
        kernel: The kernel.
        place: The folder of its cached code.
    """

    def __init__(self, kernel: Kernel[..., Any], place: Place) -> None:
        options = {"no_cfunc_wrapper": True} | kernel.options
        super().__init__(
            kernel.function, targetoptions=_OPTIONS | options, pipeline_class=_WholeCompiler
        )
        self.falls_back = False
        """Whether a call with new argument types is interpreted. If False, it is compiled."""
        self._kernel = kernel
        self._cache = _Kept(kernel, place)

    def load(self, file: str) -> None:
        """Load the code in a cache file.

        Do nothing if the file is damaged or for another processor.
        """
        # Numba is not thread-safe, and loading runs in a background thread.
        with global_compiler_lock:
            self.targetctx.refresh()
            result = self._cache.read(file, self.targetctx)
            if result is not None:
                entry, library = result.entry_point, [result.library]
                self.targetctx.insert_user_function(entry, result.fndesc, library)
                self.add_overload(result)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Callable[..., Any]:
        """Return a function for new argument types, interpreted if `falls_back` is set, else compiled.

        Numba calls this method, and then the function that it returns.
        """
        # Compiling here would stop a running match for seconds.
        if self.falls_back:
            return self._kernel.fall_back
        compiled: Callable[..., Any] = super()._compile_for_args(*args, **kws)
        return compiled


class _Kept(_Cache):  # type: ignore[misc]
    """Cache of one kernel's machine code, as Numba calls it: one file per combination of types.

    Args:
        kernel: The kernel.
        place: The folder of the files.
    """

    def __init__(self, kernel: Kernel[..., Any], place: Place) -> None:
        self._place = place
        self._stem = _stem(kernel)

    @property
    def cache_path(self) -> str:
        """Folder of the cache files, as text; part of the interface of Numba's caches."""
        return os.fspath(self._place.folder)

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """Return the cached code for a signature; None if there is none. Called by Numba."""
        target_context.refresh()
        return self.read(self._name(sig), target_context)

    def read(self, file: str, target_context: Any) -> CompileResult | None:
        """Return the code in a file.

        None if the file is missing, damaged, or for another processor.
        """
        content = read_checked(self._place.folder / file)
        if content is None:
            return None
        # The code is a pickle within the pickle: one for another processor must not even be rebuilt.
        target, payload = pickle.loads(content)
        if target != self._target(target_context.codegen()):
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(payload))

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Write compiled code to its cache file; called by Numba.

        Code that contains addresses in this process's memory is not written.
        """
        if data.lifted or data.library.has_dynamic_globals:
            return  # both hold addresses in the memory of this process
        target = self._target(data.codegen)
        content = dumps((target, dumps(data._reduce())))
        write_checked(self._place.folder / self._name(sig), content)

    def _target(self, codegen: Any) -> object:
        """Return Numba's description of the processors that the code can run on.

        For generic code, this names the processor's architecture alone.
        """
        triple = codegen.magic_tuple()[0]
        return (triple, _GENERIC) if self._place.is_generic else codegen.magic_tuple()

    def _name(self, sig: Any) -> str:
        kinds = hashlib.blake2b(repr(tuple(sig)).encode(), digest_size=6).hexdigest()
        return f"{self._stem}{kinds}{SUFFIX}"

    def enable(self) -> None:
        """Do nothing; Numba calls this method on every cache (`numba.core.caching._Cache.enable`)."""

    def disable(self) -> None:
        """Do nothing; Numba calls this method on every cache to switch it off."""

    def flush(self) -> None:
        """Do nothing; Numba calls this method on every cache to empty it."""


_GENERIC = "generic"

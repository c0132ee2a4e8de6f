"""Compiles kernels by Numba and hot modules by mypyc to machine code, and caches the results."""

"""What becomes machine code: kernels, by Numba, and hot modules, by mypyc; and where it is kept."""

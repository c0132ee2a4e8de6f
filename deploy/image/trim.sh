#!/bin/sh
# Takes out of an environment what only developers of packages need: their tests, sources, stubs and
# symbols of compiled modules, and pip. Run once, in the image's build, before the environment is copied.
set -eu
environment=$1

packages=$("$environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
# pip goes last, since nothing can be installed or removed after it.
"$environment/bin/pip" uninstall --quiet --yes setuptools pip
# Nothing imports these at run time: tests, compilers for Fortran, databases that no tournament may use,
# a backend for PyPy, and the parser of C with which such backends are made.
rm -rf "$packages/numpy/f2py" "$packages/numpy/distutils" "$packages/sqlalchemy/testing" \
    "$packages/sqlalchemy/dialects/mssql" "$packages/sqlalchemy/dialects/mysql" \
    "$packages/sqlalchemy/dialects/oracle" "$packages/cffi" "$packages/pycparser"
rm -f "$packages"/zstandard/_cffi*.so "$packages"/numpy/_core/_simd*.so
# Pygments colours tracebacks of Python, and knows 500 other languages.
find "$packages/pygments/lexers" -type f ! -name '__init__*' ! -name '_mapping*' ! -name 'python*' \
    ! -name 'special*' -delete
for package in alembic dask distributed numpy sqlalchemy; do
    [ ! -d "$packages/$package" ] ||
        find "$packages/$package" -type d -name tests -prune -exec rm -rf {} +
done
find "$packages" -type f \( -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.a' \
    -o -name '*.h' -o -name '*.c' -o -name '*.cpp' \) -delete
# Not the libraries in `*.libs`: auditwheel has rewritten them, and strip breaks some of these.
find "$packages" -type f -name '*.so' -not -path '*.libs/*' -exec strip --strip-unneeded {} +
# Machine code of the kernels is read by Numba alone.
[ -d "$packages/numba" ] || rm -rf "$packages/referee/_kernels"

"""Rules of Proving Grounds over arrays of many matches, as kernels: for learners."""

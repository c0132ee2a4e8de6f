"""Encodes records to protobuf's wire format, in plain Python and in compiled kernels."""

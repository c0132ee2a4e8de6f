"""Descriptions of records: protobuf descriptors, `.proto` text, JSON Schema, Markdown page."""

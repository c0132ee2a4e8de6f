"""Records described: as messages of protobuf, as the text of a file, as JSON Schema, and as a page."""

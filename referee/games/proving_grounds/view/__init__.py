"""Pictures, tables, sentences and questions that show a match to people."""

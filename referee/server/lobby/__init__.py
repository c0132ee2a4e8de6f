"""All matches: made, found, kept on disk, taken up again."""

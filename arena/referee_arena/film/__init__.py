"""Films of matches: a GIF, WebM or MP4 file of a replay, for talks and posts."""

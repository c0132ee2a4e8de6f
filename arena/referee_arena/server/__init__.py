"""The arena's web application: pages, histories of matches, and streams of live matches."""

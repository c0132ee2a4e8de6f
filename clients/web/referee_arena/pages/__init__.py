"""HTML, the same for the server and for a site of files."""

"""The web server: pages, scenes and streams."""

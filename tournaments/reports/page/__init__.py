"""The report as one HTML page: its parts as numbers, texts and coordinates, and the template for them."""

from tournaments.reports.page.render import render_page

__all__ = ["render_page"]

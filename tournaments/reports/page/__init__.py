"""The report as one HTML page: its parts as numbers, texts and coordinates, and the template for them."""

from tournaments.reports.page.render import render_page, section_values

__all__ = ["render_page", "section_values"]

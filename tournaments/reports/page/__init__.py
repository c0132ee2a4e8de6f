"""The report as one HTML page: numbers, texts and coordinates of its sections, and a template."""

from tournaments.reports.page.render import render_page, section_values

__all__ = ["render_page", "section_values"]

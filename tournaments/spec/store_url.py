"""URLs of results databases: which ones may be given, and how they are shown without secrets."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = ["checked_url", "without_secrets"]

_SECRETS = ("password", "sslpassword")


def checked_url(text: str) -> sa.URL:
    """Return a text as the URL of a PostgreSQL database.

    Raises:
        ValueError: The text is no such URL; the message says what it should be and contains no
            secret.
    """
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise ValueError("a URL such as postgresql://USER@HOST/DATABASE") from None
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise ValueError("a URL that begins with postgresql://, or left out for SQLite")
    return url.set(drivername="postgresql+psycopg")


def without_secrets(url: sa.URL) -> str:
    """Return a URL without passwords, as it may be shown and stored."""
    shown = url.difference_update_query(_SECRETS)
    if shown.password is not None:
        shown = sa.URL.create(
            shown.drivername,
            shown.username,
            None,
            shown.host,
            shown.port,
            shown.database,
            shown.query,
        )
    return shown.render_as_string(hide_password=False)

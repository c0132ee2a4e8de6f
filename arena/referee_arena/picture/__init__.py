"""Pictures of a match, drawn without a browser: previews of links, and the frames of films.

A picture is drawn from the same frame (`arena/FORMAT.md`) that a page would get from the same point of view, so that it
shows nothing that is hidden from this point of view.
"""

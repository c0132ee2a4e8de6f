"""Pictures of a match, drawn without a browser: previews of links, and the frames of films.

A picture is drawn from a frame as pages get it (`arena/FORMAT.md`), so that it shows nothing else than these eyes see.
"""

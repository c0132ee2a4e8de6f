"""Runs the bridge's command line, as `python -m referee_client.bridge`."""

from referee_client.bridge.command import main

if __name__ == "__main__":
    raise SystemExit(main())

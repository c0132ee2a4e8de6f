# An image with the commands `referee` and `tournament` and the arena, from the wheels in dist/.
#
#     make wheel && docker build --tag gamereferee .
#
# docs/deploying.md says how to run it; tests/deploy carries out these steps without Docker.

# The tag gets security updates; a build that can be repeated gives a digest:
# --build-arg BASE=debian:bookworm-slim@sha256:...
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
COPY deploy/image/constraints.txt deploy/image/trim.sh dist/*.whl /wheels/
# For servers and arenas; docs/deploying.md has the extras for tournaments and their sizes.
ARG EXTRAS=web,preview,seasons
RUN python3 -m venv /opt/gamereferee \
    && /opt/gamereferee/bin/pip install --no-cache-dir --find-links /wheels \
        --constraint /wheels/constraints.txt "gamereferee[${EXTRAS}]" \
    && sh /wheels/trim.sh /opt/gamereferee

FROM ${BASE} AS system
COPY deploy/image/trim_system.sh /trim/
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 \
    && groupadd --system --gid 10001 gamereferee \
    && useradd --system --uid 10001 --gid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin gamereferee \
    && sh /trim/trim_system.sh \
    && rm -rf /trim /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log

# From nothing, since what a layer deletes stays in the layers below it.
FROM scratch
# hadolint ignore=DL3067
COPY --from=system / /
RUN install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/gamereferee
COPY --from=build /opt/gamereferee /opt/gamereferee
ENV PATH=/opt/gamereferee/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    REFEREE_CACHE_DIR=/var/lib/gamereferee/cache \
    REFEREE_DATA_DIR=/var/lib/gamereferee/data \
    REFEREE_LISTEN="0.0.0.0:7070 unix:/tmp/referee.sock"
USER 10001:10001
WORKDIR /var/lib/gamereferee
VOLUME /var/lib/gamereferee
EXPOSE 7070
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["referee", "ping", "unix:/tmp/referee.sock"]
ENTRYPOINT ["referee"]
CMD ["serve"]

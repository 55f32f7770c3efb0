# Two images for every role. slim: the program with the native engine, and PostgreSQL for the single-container default.
# full, which is the default: Chromium for engine: browser and ffmpeg for mp4 besides. They run without root, with a
# read-only root file system; everything they keep is in /data.
#
#   docker build -t platen .                      # full
#   docker build -t platen:slim --target slim .
#   docker run --read-only --tmpfs /tmp -v platen:/data -p 8080:8080 platen

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN bash deploy/image/build.sh /out "$VERSION"

FROM debian:bookworm-slim AS slim
COPY deploy/image/packages deploy/image/prepare.sh /tmp/image/
# The service makes its own cluster in the volume; the package's is not needed, nor is what PostgreSQL compiles
# queries with.
RUN mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf \
    && apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(grep -v '^#' /tmp/image/packages) \
    && sh /tmp/image/prepare.sh \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* /tmp/*
COPY LICENSE NOTICE /usr/share/doc/platen/
COPY --from=build /out/platen /usr/local/bin/platen

ENV PLATEN_ADDR=0.0.0.0:8080 PLATEN_DATA_DIR=/data HOME=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["platen", "healthcheck"]
# tini reaps what PostgreSQL and Chromium leave behind, and passes signals on.
ENTRYPOINT ["/usr/bin/tini", "--", "platen"]
CMD ["serve"]

FROM slim AS full
USER root
COPY deploy/image/packages.full /tmp/image/
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(grep -v '^#' /tmp/image/packages.full) \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* /tmp/*
USER 10001:10001

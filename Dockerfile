# The client, the server that carries it, and a small image to run it; each step is a target of the Makefile.

FROM node:22-bookworm AS web
WORKDIR /src
COPY Makefile ./
COPY scripts scripts
COPY web/package.json web/package-lock.json web/.npmrc web/
RUN make web/node_modules/.package-lock.json
COPY web web
RUN make build-web

FROM rust:1.95-bookworm AS server
WORKDIR /src
COPY Cargo.toml Cargo.lock Makefile ./
COPY crates crates
COPY migrations migrations
COPY --from=web /src/web/dist web/dist
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    make build-server PROFILE=dist && install target/dist/siguo /usr/local/bin/siguo

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/siguo --create-home siguo \
    && install -d -o siguo -g siguo /var/lib/siguo/data
COPY --from=server /usr/local/bin/siguo /usr/local/bin/siguo
COPY scripts/healthcheck /usr/local/bin/siguo-healthcheck
USER siguo
# Without SIGUO_DATABASE the database is data/siguo.db in this folder.
WORKDIR /var/lib/siguo
VOLUME /var/lib/siguo/data
ENV SIGUO_LISTEN=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["siguo-healthcheck"]
ENTRYPOINT ["siguo"]
CMD ["serve"]

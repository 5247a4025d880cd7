# Every step of building and testing siguo; `make` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
.NOTPARALLEL:

# `release` is quick to rebuild; `dist` adds link-time optimisation for an image.
PROFILE ?= release
TARGET := $(or $(CARGO_TARGET_DIR),target)
BIN := $(TARGET)/$(PROFILE)/siguo
DEV_BIN := $(abspath $(TARGET)/debug/siguo)
# One set of features for lints, docs and tests, so that no dependency is compiled twice.
ALL := --workspace --all-features --locked
NPM := npm --prefix web
CLIENT_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/e2e/*' 2>/dev/null)

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@sed -nE -e 's/^##@ (.*)/\n\1/p' -e 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

##@ Run

.PHONY: run
run: build ## build everything and serve on http://127.0.0.1:8080 with SQLite in data/
	exec $(BIN) serve

.PHONY: build
build: build-web build-server ## build the client, then the server that carries it

.PHONY: build-web
build-web: web/dist/index.html ## build the client into web/dist

.PHONY: build-server
build-server: ## build the server (PROFILE=dist for the image) with the client of web/dist
	cargo build --locked --profile $(PROFILE) -p siguo

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@scripts/need node
	$(NPM) ci
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(CLIENT_SOURCES)
	$(NPM) run build
	@touch $@

.PHONY: dist
dist: ## pack the program, built with link-time optimisation, into target/package, and try the package
	$(MAKE) --no-print-directory build PROFILE=dist
	scripts/dist $(TARGET)/dist/siguo $(TARGET)/package

.PHONY: pictures
pictures: ADDRESS ?= http://127.0.0.1:8080
pictures: web/node_modules/.package-lock.json ## pictures of all pages beside a running server, and of games, in web/pictures
	$(NPM) run pictures -- $(ADDRESS)
	$(NPM) run pictures:pages -- $(ADDRESS)
	SIGUO_BIN=$(DEV_BIN) $(NPM) run pictures:games

##@ Test

.PHONY: test
test: ## install what the tests need and run all of them
	scripts/test

.PHONY: test-format
test-format: ## fail on unformatted Rust
	cargo fmt --all --check

# Only checked, not linked, the fuzz targets need neither nightly nor libFuzzer itself, which the path keeps from being compiled.
.PHONY: test-lint
test-lint: ## clippy on everything, warnings denied; the fuzz targets compile
	cargo clippy $(ALL) --all-targets -- -D warnings
	CARGO_TARGET_DIR=$(abspath $(TARGET)) CUSTOM_LIBFUZZER_PATH=/none/libfuzzer.a cargo check --locked --quiet --manifest-path fuzz/Cargo.toml

.PHONY: test-docs
test-docs: ## the Rust documentation, warnings denied
	RUSTDOCFLAGS="-D warnings" cargo doc $(ALL) --no-deps --document-private-items

.PHONY: test-rust
test-rust: ## Rust tests, on SQLite and on a PostgreSQL of their own
	scripts/with-postgres scripts/test-rust

# What make test tries a little of, at length: some twenty minutes. SIGUO_KILLS is how often the program is killed on each database; a
# seed that a failure names repeats it (SIGUO_KILL_SEED, SIGUO_SIM_SEED).
.PHONY: chaos
chaos: export SIGUO_CHAOS := long
chaos: export SIGUO_SIM_ROOMS ?= 3000
chaos: export SIGUO_SIM_LINES ?= 1000
chaos: ## kill the program, take its database and its links away, and play thousands of games over lines that fail
	ulimit -n "$$(ulimit -H -n)"; scripts/with-postgres cargo test $(ALL) --test kill -- --nocapture --test-threads=1
	cargo test $(ALL) --lib --test room disorder -- --nocapture

.PHONY: test-generated
test-generated: generate ## generated files are those that are committed
	scripts/unchanged $(GENERATED)

.PHONY: test-web
test-web: web/node_modules/.package-lock.json ## client: formatting, lint, types, unit tests, build, sizes
	$(NPM) run lint
	$(NPM) run check
	$(NPM) run test
	$(MAKE) --no-print-directory build-web
	$(NPM) run size

.PHONY: test-browser
test-browser: build-web ## Playwright on Debian's Chromium against the development build
	scripts/need chromium font sqlite
	cargo build $(ALL) --tests --bins
	SIGUO_BIN=$(DEV_BIN) $(NPM) run e2e

.PHONY: test-api
test-api: ## schemathesis, the record's schema and the commands of docs/api.md against a running server
	scripts/need python curl jq
	cargo build $(ALL) --tests --bins
	SIGUO_BIN=$(DEV_BIN) scripts/test-api

.PHONY: test-proxy
test-proxy: ## a game through nginx and Caddy, by the configurations of packaging/
	cargo build $(ALL) --tests --bins
	SIGUO_BIN=$(DEV_BIN) scripts/test-proxy

.PHONY: test-dist
test-dist: ## a package of the development build can be unpacked and run
	cargo build $(ALL) --tests --bins
	scripts/dist $(DEV_BIN) $(TARGET)/package/debug

# Not part of `make test`: building the earlier program takes as long as all tests.
REV ?= HEAD
.PHONY: test-upgrade
test-upgrade: ## games on the program of the revision REV go on with this one (some minutes)
	scripts/test-upgrade $(REV)

.PHONY: situations
situations: ## docs/situations.md names a test or a reason for every line
	scripts/check-situations

.PHONY: deny
deny: ## licences, sources and bans of the dependencies (needs cargo-deny)
	cargo deny --locked check bans licenses sources

# Frames and requests that chance makes; the seed is printed, and repeats a run.
FUZZ_COUNT ?= 1000000
.PHONY: fuzz-server
fuzz-server: ## a million frames and requests that chance makes, against a server on which four play on
	SIGUO_FUZZ_COUNT=$(FUZZ_COUNT) cargo test $(ALL) --release -p server --test fuzz whatever_chance -- --nocapture

# Committed files that the targets begin with are in fuzz/corpus; what a run finds stays in fuzz/found.
FUZZERS := jgs jql record layout
FUZZ_SECONDS ?= 300
.PHONY: fuzz
fuzz: fuzz-server ## fuzz-server, then the readers of files, FUZZ_SECONDS each (with nightly and cargo-fuzz)
	@if ! cargo +nightly fuzz --version >/dev/null 2>&1; then \
	  echo 'left out, for nightly Rust or cargo-fuzz is not installed: $(FUZZERS)'; \
	else \
	  for target in $(FUZZERS); do \
	    mkdir -p fuzz/found/$$target; \
	    cargo +nightly fuzz run $$target fuzz/found/$$target fuzz/corpus/$$target -- \
	      -max_total_time=$(FUZZ_SECONDS) -max_len=32768 -timeout=10 -rss_limit_mb=1024; \
	  done; \
	fi

##@ Work

.PHONY: format
format: web/node_modules/.package-lock.json ## format Rust and the client
	cargo fmt --all
	$(NPM) run format

# The tests that compare generated files with their source, and write them when SIGUO_BLESS is set.
GENERATORS := typescript client_fold client_rules record_schema
GENERATED := crates/server/src/http/examples.json web/src/api/types web/src/learn/scenes.json docs/protocol.md docs/openapi.json docs/record.schema.json vectors/client-fold.ndjson vectors/client-rules.json

.PHONY: generate
generate: ## write the generated files anew: types, documents and examples of the API, the client's vectors
	SIGUO_BLESS=1 cargo test $(ALL) --quiet $(GENERATORS:%=--test %)
	SIGUO_BLESS=1 cargo test $(ALL) --quiet --lib game::lessons
	SIGUO_BLESS=1 cargo test $(ALL) --quiet --lib http::document
	SIGUO_BLESS=1 cargo test $(ALL) --quiet --test server openapi

.PHONY: bench
bench: ## measure rules, frames, the server and the client, write the tables of docs/benchmarks.md; no move of a bot may take too long
	rm -rf $(TARGET)/criterion
	cargo bench --locked -p rules -p protocol
	scripts/benchmarks $(TARGET) measured
	cargo bench --locked -p bots
	$(MAKE) --no-print-directory bench-server
	$(MAKE) --no-print-directory bench-client

bench/peers/node_modules/.package-lock.json: bench/peers/package.json bench/peers/package-lock.json
	@scripts/need node
	npm --prefix bench/peers ci --ignore-scripts
	@touch $@

# Two cores are needed, and nobody else on them. The release is measured as it is built here.
.PHONY: bench-server
bench-server: build-web bench/peers/node_modules/.package-lock.json ## measure the server alone, beside Colyseus, boardgame.io and a bare relay: 10 minutes
	scripts/need postgres
	cargo build --locked --release -p siguo -p peers
	rm -f $(TARGET)/server.json
	scripts/bench-server $(TARGET)
	[ -n "$${QUICK:-}" ] || scripts/benchmarks $(TARGET) server

.PHONY: bench-client
bench-client: build ## measure the client alone: loads, and games against bots from the first move to the last
	scripts/need chromium font
	rm -f $(TARGET)/timings.json
	SIGUO_BIN=$(abspath $(BIN)) SIGUO_TIMINGS=$(abspath $(TARGET))/timings.json $(NPM) run timings
	scripts/benchmarks $(TARGET) client

.PHONY: clean
clean: ## remove what was built (data/ stays)
	cargo clean
	rm -rf web/dist web/node_modules

# Every task of the project. `make help` lists them; none asks anything.
# A first run makes what it needs: .venv/ for Python, tools/buf/node_modules/ for Buf. `make demo` has
# the packages that the referee itself needs, without a compiler; what develops it has all the others.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
BUF := tools/buf/node_modules/.bin/buf
DEMO := build/demo
LOWEST := build/lowest-venv

# Tests and demo start many processes, and each would compile all sources again without kept bytecode.
unexport PYTHONDONTWRITEBYTECODE

# Three distributions, each with modules of its own; the first two are installed beside the third.
PROJECTS := clients/python/pyproject.toml envs/pyproject.toml pyproject.toml
BESIDE := --editable clients/python --editable envs

# Stamps: a file is touched when the step has been done, so that a second run is instant.
RUNS := $(VENV)/.installed-to-run
TESTS := $(VENV)/.installed-to-test
DEVELOPS := $(VENV)/.installed-to-develop
TRAINS := $(VENV)/.installed-to-train
RELEASES := $(VENV)/.installed-to-release
WARM := $(VENV)/.kernels-compiled
LAYER := $(VENV)/.match-layer-compiled
WHEELS := dist/.wheels-built

# Both worlds: rules as they are written, and compiled; likewise the match layer.
INTERPRETED := REFEREE_KERNELS=interpreted NUMBA_DISABLE_JIT=1 REFEREE_COMPILED=0
COMPILED := REFEREE_KERNELS=compiled NUMBA_DISABLE_JIT=0 REFEREE_COMPILED=1

TORCH_INDEX := https://download.pytorch.org/whl/cpu

# JOBS=8 runs eight tests at once, SHUFFLE=2008 in the random order of that seed. Tests wait for half of
# their time, for sockets and for processes: four at once keep two cores busy. AGAIN=FILE runs only the tests
# that the lines of a file name, one at a time, as `.ci/unsteady.py` does.
JOBS := 4
PYTEST = $(BIN)/python -m pytest $(if $(AGAIN),-n 0 --junitxml=build/$@-again.xml,-n $(JOBS) --dist worksteal \
	$(if $(SHUFFLE),--shuffle $(SHUFFLE)) --junitxml=build/$@.xml --cost build/$@.cost)
THESE = $(if $(AGAIN),@$(AGAIN),$(1))

# The parts of test-nightly; tests/tiers.toml says which folders are in each but the last.
PARTS := games servers tournaments bots zoo packages load both-worlds

ifneq ($(filter-out $(PARTS),$(PART)),)
$(error there is no part '$(PART)' of test-nightly; there are: $(PARTS))
endif

# Where the two worlds can differ: the match layer, and of the games all that compares whole matches.
WORLDS := $(addprefix tests/,core match replay games/test_contract.py games/test_hidden_state.py \
	games/test_derived_rows.py) $(foreach what,golden reference messages wire_kernel batch rows properties, \
	$(wildcard tests/games/*/test_$(what).py))

.PHONY: help demo test test-lowest test-all test-slow test-nightly test-compiled coverage check clients test-clients \
	check-clients test-train proto bench loadtest capacity match-layer wheel release test-release site setup format clean \
	check-format check-lint check-types check-layers check-words check-stubs check-buf

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

demo: $(RUNS) ## play a small tournament, show its table, verify every replay
	@PATH="$(CURDIR)/$(BIN):$$PATH" .ci/demo $(DEMO)

test: $(TESTS) ## prove that it works: rules, protocol, client, a tournament; no compiler
	@mkdir -p build
	$(INTERPRETED) $(PYTEST) -m "not slow" $(call THESE,tests)

# What is old warns of what is new in the packages that it needs itself; that is no fault of ours.
test-lowest: ## run `make test` with the lowest versions that pyproject.toml allows
	@mkdir -p build
	.ci/lowest_venv $(LOWEST)
	$(INTERPRETED) $(PYTEST:$(BIN)/%=$(LOWEST)/bin/%) -m "not slow" -W ignore::DeprecationWarning \
		-W ignore::PendingDeprecationWarning tests

test-all: ## run all tests: those of `make test`, what kills, floods and clusters, and both worlds
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-slow
	@$(MAKE) --no-print-directory test-nightly
	@$(MAKE) --no-print-directory test-compiled

test-slow: $(DEVELOPS) $(WARM) $(LAYER) ## run the dear tests that `make test` leaves out, compiled
	@mkdir -p build
	TEST_THOROUGH=1 $(COMPILED) $(PYTEST) -m "slow and not nightly" $(call THESE,tests)

test-nightly: $(DEVELOPS) $(WARM) $(LAYER) ## run the tests that CI leaves out, or a part of them: PART=games
	@mkdir -p build
	@for part in $(or $(PART),$(PARTS)); do \
		$(MAKE) --no-print-directory test-nightly-$$part || failed="$$failed $$part"; \
	done; test -z "$$failed" || { echo "parts that failed:$$failed" >&2; exit 1; }

test-nightly-both-worlds:
	TEST_THOROUGH=1 $(COMPILED) $(PYTEST) -m "not slow" tests/games tests/helpers

test-nightly-%:
	TEST_THOROUGH=1 $(COMPILED) $(PYTEST) -m nightly --part $* tests

test-compiled: $(DEVELOPS) $(WARM) $(LAYER) ## run again, compiled, what can differ from the rules as written
	@mkdir -p build
	TEST_THOROUGH=1 $(COMPILED) $(PYTEST) -m "not slow" $(call THESE,$(WORLDS))

test-train: $(TRAINS) ## test Stable-Baselines3, TorchRL and the learner of examples/train, which CI does not install
	$(INTERPRETED) $(BIN)/python -m pytest -q -n 0 tests/envs/with_sb3.py tests/envs/with_torchrl.py \
		tests/train

coverage: $(DEVELOPS) ## measure which lines and branches `make test` reaches, by package
	@mkdir -p build
	$(BIN)/coverage erase
	$(INTERPRETED) $(BIN)/coverage run -m pytest -n $(JOBS) --dist worksteal -m "not slow" tests
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet -o build/coverage.json
	$(BIN)/python .ci/coverage_table.py build/coverage.json

check: check-format check-lint check-types check-layers check-words check-stubs check-buf ## format, lint, types, layers, words, stubs, protocol

check-format: $(DEVELOPS)
	$(BIN)/ruff format --check

check-lint: $(DEVELOPS)
	$(BIN)/ruff check

check-types: $(DEVELOPS)
	$(BIN)/mypy
	$(BIN)/mypy tests loadtest tools hatch_build.py clients/python/stubs_hook.py \
		.ci/executed_tests.py .ci/cost.py .ci/coverage_table.py .ci/unsteady.py

check-layers: $(DEVELOPS)
	$(BIN)/python -m pytest -q tests/architecture

check-words: $(RUNS)
	$(BIN)/python tools/plain_words.py

check-stubs: $(RUNS)
	$(BIN)/python tools/generate_stubs.py --check

check-buf:
	@tools/buf/check

clients: $(DEVELOPS) ## build SDKs and bots in every language this machine has (LANGUAGES="go rust")
	@.ci/clients all $(LANGUAGES)

test-clients: $(DEVELOPS) ## run the SDKs' own tests; `make test` has those of Python and stdio
	@.ci/clients test $(or $(LANGUAGES),typescript go rust java cpp)

check-clients: $(DEVELOPS) ## run the SDKs' formatters and linters
	@.ci/clients check $(LANGUAGES)

proto: $(RUNS) ## generate the stubs of Python and Go from the .proto files, and rule tables from the games
	$(BIN)/python tools/generate_stubs.py
	@command -v go >/dev/null || { echo "SKIPPED: go is missing, so its stubs stay as they are" >&2; exit 0; }; \
		clients/go/generate || test $$? = 3

bench: $(DEVELOPS) $(WARM) $(LAYER) $(WHEELS) ## measure steps and messages a second, into build/bench.json
	$(BIN)/python -m loadtest.bench

loadtest: $(DEVELOPS) $(WARM) ## play many matches at once and judge the deadlines
	$(BIN)/python -m loadtest

capacity: $(DEVELOPS) $(WARM) $(LAYER) ## measure how many new matches a second this machine carries, game by game
	$(BIN)/python -m loadtest.capacity

match-layer: $(LAYER) ## compile the match layer for this checkout

wheel: $(WHEELS) ## make the wheels in dist/: the client's, the environments', and two of the referee

site: $(DEVELOPS) ## make a site of the documents in build/site
	$(BIN)/python tools/docs_site.py

release: $(RELEASES) ## make all packages with checksums, SBOM and provenance in dist/release; publishes nothing
	$(BIN)/python tools/release.py

test-release: $(RELEASES) ## install each package of dist/release into an empty project, and play
	RELEASE=dist/release $(BIN)/python -m pytest -n 2 tests/wheels/test_release.py tests/wheels/test_release_python.py

setup: $(DEVELOPS) $(WARM) ## make .venv with everything a developer needs

format: $(DEVELOPS) ## rewrite code and .proto files in the house format
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format
	@tools/buf/install && $(BUF) format -w

clean: ## remove everything that a target made
	rm -rf build dist $(VENV) tools/buf/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@.ci/make_venv $(VENV)

$(RUNS): $(PROJECTS) | $(BIN)/python
	$(PIP) --editable clients/python --editable .
	@touch $@

$(TESTS): $(PROJECTS) | $(BIN)/python
	$(PIP) $(BESIDE) --editable '.[test]'
	@touch $@

$(DEVELOPS): $(RUNS) $(TESTS)
	$(PIP) $(BESIDE) --editable '.[deploy,fast,dev,load,plots,postgres]'
	@touch $@

# The wheels of PyTorch for processors alone are a tenth of the usual ones.
$(TRAINS): $(TESTS)
	$(PIP) --index-url $(TORCH_INDEX) 'torch>=2.4'
	$(PIP) 'stable-baselines3>=2.6' 'sb3-contrib>=2.6' 'torchrl>=0.14' $(BESIDE) --editable '.[train]'
	@touch $@

$(RELEASES): $(DEVELOPS)
	$(PIP) $(BESIDE) --editable '.[release]'
	@touch $@

$(WARM): $(DEVELOPS) $(shell find referee -name '*.py')
	$(BIN)/referee warmup
	@touch $@

$(LAYER): $(DEVELOPS) referee/compiled_modules.txt $(shell find referee/core referee/match referee/replay referee/server -name '*.py')
	$(BIN)/python -m referee.core.native.compiled_build
	@touch $@

$(WHEELS): $(DEVELOPS) hatch_build.py $(shell find referee tournaments proto/python clients/python envs arena -name '*.py')
	@rm -rf dist && mkdir dist
	for project in clients/python envs .; do \
		(cd $$project && $(CURDIR)/$(BIN)/python -m hatchling build --target wheel --directory $(CURDIR)/dist) || exit 1; \
	done
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel --directory dist
	@touch $@

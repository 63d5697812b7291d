# Every target makes .venv and installs what it needs; running it again is quick.

PYTHON ?= python3
BIN := .venv/bin

export OMP_NUM_THREADS ?= 1
export HF_HUB_OFFLINE ?= 1
export TOKENIZERS_PARALLELISM ?= false

.PHONY: demo test lint docs bench wheels clean

demo:  ## Answer questions about the sample talk and check every claim
	@$(PYTHON) tools/install.py demo
	@$(BIN)/python examples/demo.py

test:  ## Run all tests
	@$(PYTHON) tools/install.py test
	@$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)

lint:  ## ruff, pyright (strict) and the import contracts
	@$(PYTHON) tools/install.py test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

docs:  ## Build the documentation into build/docs
	@$(PYTHON) tools/install.py docs
	$(BIN)/mkdocs build --strict --site-dir build/docs

bench:  ## Run every benchmark; figures go to build/bench
	@$(PYTHON) tools/install.py test
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

wheels:  ## Build all five distributions into dist/
	@$(PYTHON) tools/install.py test
	@for folder in gvqa_*; do $(BIN)/python -m build --wheel --no-isolation --outdir dist $$folder; done

clean:  ## Remove everything that was made
	rm -rf .venv dist build demo-output

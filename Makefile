# The commands of a working day; the CI run uses the same ones.
.PHONY: dev test lint types check golden bench panel screenshots sillytavern sillytavern-app where-sillytavern clean
BIN := .venv/bin
SILLYTAVERN := 1.19.0
SILLYTAVERN_APP := build/sillytavern/$(SILLYTAVERN)

dev:  ## a virtual environment with Fabula (editable) and every tool
	python3 -m venv .venv
	$(BIN)/pip install -q -e '.[dev]' -r .ci/tools.txt

test:
	$(BIN)/pytest -n auto

lint:
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types:
	$(BIN)/mypy

check: lint types test

golden:  ## rewrite the recorded outputs under tests/golden; read the diff before you commit it
	$(BIN)/pytest -n auto --update-golden

bench:  ## those that need no data; the others take a folder as their argument
	for script in core lanes rules; do $(BIN)/python "bench/$$script.py" || exit 1; done

panel:  ## build the panel that `fabula serve` shows; needs Node 20 or newer
	cd panel && npm ci --no-audit --no-fund && npm run build

screenshots:  ## docs/pictures, taken of the built panel with Chromium
	$(BIN)/python tests/panel/screenshots.py docs/pictures

sillytavern-app:  ## an installed SillyTavern of version SILLYTAVERN; needs Node 20 or newer
	.ci/sillytavern "$(SILLYTAVERN)" "$(SILLYTAVERN_APP)"

where-sillytavern:
	@echo "$(CURDIR)/$(SILLYTAVERN_APP)"

sillytavern: sillytavern-app  ## a long session with it through the proxy, with Chromium: several minutes
	rm -rf "build/sillytavern/session-$(SILLYTAVERN)"
	PYTHONPATH=bench $(BIN)/python -m sillytavern_live "$(SILLYTAVERN_APP)" "build/sillytavern/session-$(SILLYTAVERN)"

clean:
	rm -rf .venv build dist src/fabula/serve/panel/dist panel/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache .coverage
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +

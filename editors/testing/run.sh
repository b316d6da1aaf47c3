#!/bin/bash
# Builds augur and the clients, runs the clients' tests in the real editors, and prints `N passed, N failed`.
#
# AUGUR              the program to test; default: built from this repository
# AUGUR_EDITORS      where setup.sh keeps the editors; default: .cache/editors in the repository
# AUGUR_SCREENSHOTS  a folder for pictures of VS Code; default: none are kept
# AUGUR_TEST_ONLY    a pattern; only tests of VS Code with such a name are run; default: all
# AUGUR_DEMO         the Python file on the pictures; default: the fixture of the tests
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
. "$here/versions.sh"
export AUGUR_EDITORS=${AUGUR_EDITORS:-$repository/.cache/editors}
"$here/setup.sh"
AUGUR_EDITORS=$(cd "$AUGUR_EDITORS" && pwd)
export PATH=$AUGUR_EDITORS/node/bin:$PATH

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Homes of the editors are made here, so that they go with it.
export TMPDIR=$scratch

if [ -z "${AUGUR:-}" ]; then
  AUGUR=$scratch/augur
  (cd "$repository" && go build -o "$AUGUR" .)
fi
AUGUR=$(realpath "$AUGUR")
export AUGUR

passed=0 failed=0
# count WHAT FILE [STATUS] adds the lines `ok` and `not ok` of a file; a suite that says nothing or dies has failed.
count() {
  local good bad
  good=$(grep -c '^ok ' "$2" || true)
  bad=$(grep -c '^not ok ' "$2" || true)
  if [ "$bad" -eq 0 ] && { [ "$good" -eq 0 ] || [ "${3:-0}" -ne 0 ]; }; then
    echo "not ok $1 did not run to its end" >>"$2"
    bad=1
  fi
  passed=$((passed + good)) failed=$((failed + bad))
  echo "--- $1: $good passed, $bad failed"
  if [ "$bad" -gt 0 ]; then
    awk '/^ok /{show = 0} /^not ok /{show = 1} show' "$2"
  fi
}

# outcome WHAT COMMAND... is one test that passes if the command does.
outcome() {
  local what=$1
  shift
  if "$@" >"$scratch/outcome" 2>&1; then
    echo "ok $what" >"$scratch/outcome"
  else
    echo "not ok $what" >>"$scratch/outcome"
  fi
  count "$what" "$scratch/outcome"
}

cd "$repository/editors/vscode"
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
  npm ci --no-audit --no-fund --loglevel=error
fi
npm run --silent build
npm run --silent build:test
outcome 'types and lint' npm run --silent check

node --test --test-reporter=tap dist/test/unit/*.js >"$scratch/unit" 2>&1 && status=0 || status=$?
count 'extension, units' "$scratch/unit" "$status"

# Every editor has a workspace of its own.
workspace=$scratch/workspace
new_workspace() {
  rm -rf "$workspace"
  node "$here/workspace.mjs" "$here/fixtures/demo.py" "$workspace"
}

new_workspace
node "$here/vscode.mjs" "$workspace" "$scratch/vscode" >"$scratch/vscode.out" 2>&1 && status=0 || status=$?
[ "$status" -eq 0 ] || awk '!/^(not )?ok /' "$scratch/vscode.out"
count 'VS Code' "$scratch/vscode" "$status"

pictures=${AUGUR_SCREENSHOTS:-$scratch/pictures}
new_workspace
node "$here/choices.mjs" "$workspace" "$pictures" >"$scratch/choices" 2>&1 && status=0 || status=$?
count 'VS Code, by the keyboard' "$scratch/choices" "$status"

# terminal_editor WHAT COMMAND... runs a suite that reads its set-up from the environment.
export AUGUR_WORKSPACE=$workspace AUGUR_PLUGIN=$repository/editors/neovim
terminal_editor() {
  local what=$1 status=0
  shift
  : >"$scratch/results"
  new_workspace
  env HOME="$scratch" XDG_STATE_HOME="$scratch/state" XDG_DATA_HOME="$scratch/data" XDG_CONFIG_HOME="$scratch/config" \
    TERM=xterm-256color AUGUR_TEST_RESULTS="$scratch/results" timeout 180 "$@" 2>"$scratch/errors" || status=$?
  [ "$status" -eq 0 ] || cat "$scratch/errors"
  count "$what" "$scratch/results" "$status"
}

for suite in $NEOVIM_SUITES; do
  nvim=$AUGUR_EDITORS/neovim-$suite/start
  terminal_editor "$("$nvim" --version | sed -n 1p)" \
    "$nvim" --headless -u NONE -n -c "luafile $repository/editors/neovim/test/run.lua"
done
if [ -d "$AUGUR_EDITORS/nvim-dap" ]; then
  export AUGUR_NVIM_DAP=$AUGUR_EDITORS/nvim-dap
  terminal_editor 'Neovim with nvim-dap' \
    "$nvim" --headless -u NONE -n -c "luafile $repository/editors/neovim/test/debug.lua"
fi
if [ -d "$AUGUR_EDITORS/dape" ]; then
  export AUGUR_DAPE=$AUGUR_EDITORS/dape
fi
export EMACS=$AUGUR_EDITORS/emacs/start HELIX=$AUGUR_EDITORS/helix/start
terminal_editor "$("$EMACS" --version | sed -n 1p)" node "$repository/editors/emacs/test/run.mjs"
terminal_editor "$("$HELIX" --version | sed -n 1p)" node "$repository/editors/helix/test/run.mjs"

new_workspace
node "$here/screenshots.mjs" "${AUGUR_DEMO:-$workspace/demo.py}" "$pictures" >"$scratch/pictures.out" 2>&1 && status=0 || status=$?
count 'VS Code, drawn' "$scratch/pictures.out" "$status"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

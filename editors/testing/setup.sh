#!/bin/bash
# Installs the editors that the tests run in, into $AUGUR_EDITORS (default: .cache/editors in the repository).
# What is already there in the right version is kept. Needs npm, apt-get and, to install missing packages, root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/versions.sh"
cache=${AUGUR_EDITORS:-$here/../../.cache/editors}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

# Two that install at once would take each other's files away.
exec 9>"$cache/lock"
flock 9

log() { echo "setup: $*" >&2; }

# quietly runs a command and shows what it printed only if it fails.
quietly() {
  local out
  if ! out=$("$@" 2>&1); then
    printf '%s\n' "$out" | tail -n 40 >&2
    log "failed: $*"
    return 1
  fi
}

# done_with NAME VERSION succeeds if that version was installed completely before.
done_with() { [ "$(cat "$cache/$1.version" 2>/dev/null)" = "$2" ]; }
mark() { echo "$2" >"$cache/$1.version"; }

system_packages() {
  local missing=()
  command -v chromium >/dev/null || missing+=(chromium fonts-dejavu-core)
  command -v npm >/dev/null || missing+=(npm)
  command -v tmux >/dev/null || missing+=(tmux)
  command -v ps >/dev/null || missing+=(procps)
  # code-server compiles some of its modules.
  [ -e /usr/include/krb5.h ] || missing+=(libkrb5-dev)
  command -v g++ >/dev/null || missing+=(g++)
  command -v make >/dev/null || missing+=(make)
  command -v python3 >/dev/null || missing+=(python3)
  [ ${#missing[@]} -eq 0 ] && return
  log "installing ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    log "not root: install them with apt-get and start again"
    return 1
  fi
  quietly apt-get update
  quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

npm_package() { # FOLDER PACKAGE@VERSION...
  local folder=$cache/$1
  shift
  rm -rf "$folder"
  mkdir -p "$folder"
  echo '{"private": true}' >"$folder/package.json"
  (cd "$folder" && quietly npm install --no-audit --no-fund --no-package-lock "$@")
}

node_js() {
  local arch
  case $(uname -m) in
  x86_64) arch=x64 ;;
  aarch64) arch=arm64 ;;
  *) log "no Node.js package for $(uname -m)" && return 1 ;;
  esac
  if ! done_with node "$NODE"; then
    log "installing Node.js $NODE"
    npm_package node-install "node-linux-$arch@$NODE"
    rm -rf "$cache/node"
    mv "$cache/node-install/node_modules/node-linux-$arch" "$cache/node"
    rm -rf "$cache/node-install"
    mark node "$NODE"
  fi
}

code_server() {
  done_with code-server "$CODE_SERVER $PLAYWRIGHT $NODE" && return
  log "installing code-server $CODE_SERVER (some minutes)"
  # Its modules are compiled against the headers of the Node.js that runs it.
  PATH=$cache/node/bin:$PATH npm_config_nodedir=$cache/node \
    npm_package code-server "code-server@$CODE_SERVER" "playwright-core@$PLAYWRIGHT"
  mark code-server "$CODE_SERVER $PLAYWRIGHT $NODE"
}

# debian_mirror prints where this machine gets Debian's packages from.
debian_mirror() {
  apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
    awk '$2 == "Debian" && $3 == "main" { print $1; exit }'
}

# debian_editor NAME SUITE PACKAGE unpacks a package of another Debian suite, with the libraries that it needs, into a folder,
# and reads the program that starts it from the standard input. Nothing is installed.
debian_editor() {
  local root=$cache/$1 apt=$cache/$1.apt suite=$2 package=$3 launcher mirror deb
  launcher=$(cat)
  done_with "$1" "$suite" && [ "$(cat "$root/start")" = "$launcher" ] && return
  log "unpacking $package of Debian $suite"
  mirror=$(debian_mirror)
  if [ -z "$mirror" ]; then
    quietly apt-get update
    mirror=$(debian_mirror)
  fi
  rm -rf "$root" "$apt"
  mkdir -p "$root" "$apt/lists/partial" "$apt/archives/partial"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/sources.list"
  # An apt of its own: other sources, and no package installed, so that every library comes along.
  local options=(
    -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$apt/lists" -o Dir::State::status=/dev/null
    -o "Dir::Cache::archives=$apt/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
    -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o Debug::NoLocking=1 -o APT::Keep-Downloaded-Packages=1 -o APT::Sandbox::User=
  )
  quietly apt-get "${options[@]}" update
  quietly apt-get "${options[@]}" install -y --download-only --no-install-recommends "$package"
  for deb in "$apt"/archives/*.deb; do
    dpkg -x "$deb" "$root"
  done
  rm -rf "$apt"
  printf '%s\n' "$launcher" >"$root/start"
  chmod +x "$root/start"
  quietly "$root/start" --version
  mark "$1" "$suite"
}

# The launchers start an editor through its own loader, since its C library is newer than the machine's.

neovim() {
  debian_editor "neovim-$1" "$1" neovim <<'START'
#!/bin/sh
root=$(cd "$(dirname "$0")" && pwd)
lib=$(echo "$root"/usr/lib/*-linux-gnu)
export VIMRUNTIME="$root/usr/share/nvim/runtime" LUA_PATH="$root/usr/share/lua/5.1/?.lua;;" LUA_CPATH="$lib/lua/5.1/?.so;;"
exec "$lib"/ld-linux-*.so.* --library-path "$lib" "$root/usr/bin/nvim" "$@"
START
}

helix() {
  debian_editor helix "$HELIX_SUITE" hx <<'START'
#!/bin/sh
root=$(cd "$(dirname "$0")" && pwd)
lib=$(echo "$root"/usr/lib/*-linux-gnu)
export HELIX_RUNTIME="$root/usr/lib/hx/runtime"
exec "$lib"/ld-linux-*.so.* --library-path "$lib" "$root/usr/bin/hx" "$@"
START
}

emacs() {
  debian_editor emacs "$EMACS_SUITE" emacs-nox <<'START'
#!/bin/sh
root=$(cd "$(dirname "$0")" && pwd)
lib=$(echo "$root"/usr/lib/*-linux-gnu)
share=$(echo "$root"/usr/share/emacs/[0-9]*)
libexec=$(echo "$root"/usr/libexec/emacs/*/*)
export EMACSLOADPATH="$share/lisp" EMACSDATA="$share/etc" EMACSDOC="$share/etc" EMACSPATH="$libexec"
exec "$lib"/ld-linux-*.so.* --library-path "$lib" --argv0 "$root/usr/bin/emacs-nox" "$root/usr/bin/emacs-nox" \
  --dump-file="$(echo "$libexec"/emacs-*.pdmp)" "$@"
START
}

# plugin NAME COMMIT ADDRESS fetches a plugin of an editor. Where its address cannot be reached its tests are left out.
plugin() {
  local folder=$cache/$1
  done_with "$1" "$2" && return
  log "fetching $1"
  rm -rf "$folder"
  if git clone --quiet "$3" "$folder" 2>/dev/null && git -C "$folder" checkout --quiet "$2"; then
    mark "$1" "$2"
  else
    log "$3 cannot be reached: what needs $1 is not tested"
    rm -rf "$folder"
  fi
}

system_packages
node_js
code_server
for suite in $NEOVIM_SUITES; do
  neovim "$suite"
done
emacs
helix
plugin dape "$DAPE" https://github.com/svaante/dape
plugin nvim-dap "$NVIM_DAP" https://github.com/mfussenegger/nvim-dap
log "ready in $cache"

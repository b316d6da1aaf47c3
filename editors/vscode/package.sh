#!/bin/bash
# Makes a .vsix for every platform that this machine can build the program for, with the program inside: package.sh [FOLDER]
# FOLDER gets the files; default: the present one. Needs Go, npm and, for other platforms, the cross compilers of Debian:
#   apt-get install gcc-aarch64-linux-gnu gcc-mingw-w64-x86-64
# What could not be built is said at the end; the status is 1 only if nothing was.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
out=$(realpath "${1:-.}")
mkdir -p "$out"
version=$(node -p "require('$here/package.json').version")

# PLATFORM GOOS GOARCH COMPILER
platforms="
linux-x64 linux amd64 x86_64-linux-gnu-gcc
linux-arm64 linux arm64 aarch64-linux-gnu-gcc
win32-x64 windows amd64 x86_64-w64-mingw32-gcc
darwin-x64 darwin amd64 o64-clang
darwin-arm64 darwin arm64 oa64-clang
"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$here"
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error
npm run --silent build

made=() missing=()
while read -r platform os arch compiler; do
  [ -n "$platform" ] || continue
  if [ "$os/$arch" = "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" ]; then
    compiler=${CC:-cc}
  fi
  if ! command -v "$compiler" >/dev/null; then
    missing+=("$platform: there is no $compiler")
    continue
  fi
  name=augur
  [ "$os" != windows ] || name=augur.exe
  stage=$scratch/$platform
  mkdir -p "$stage/bin" "$stage/dist"
  cp -r package.json README.md media .vscodeignore "$stage/"
  cp dist/extension.js "$stage/dist/"
  if ! (cd "$repository" && CGO_ENABLED=1 GOOS=$os GOARCH=$arch CC=$compiler go build -trimpath -ldflags='-s -w' -o "$stage/bin/$name" .) 2>"$scratch/errors"; then
    missing+=("$platform: $(grep -v '^#' "$scratch/errors" | head -n 1)")
    continue
  fi
  # What is packaged is built already.
  node -e "const p = require('$stage/package.json'); delete p.scripts; require('fs').writeFileSync('$stage/package.json', JSON.stringify(p, null, 2))"
  if (cd "$stage" && npx --yes @vscode/vsce@4.1.0 package --target "$platform" --allow-missing-repository --skip-license --no-dependencies \
    --out "$out/augur-$platform-$version.vsix") >"$scratch/errors" 2>&1; then
    made+=("augur-$platform-$version.vsix")
  else
    missing+=("$platform: $(tail -n 1 "$scratch/errors")")
  fi
  rm -rf "$stage"
done <<<"$platforms"

for file in "${made[@]}"; do echo "made $out/$file"; done
for reason in "${missing[@]}"; do echo "not made, $reason"; done
[ ${#made[@]} -gt 0 ]

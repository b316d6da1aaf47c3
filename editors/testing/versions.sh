# The versions that the editor tests use; setup.sh installs them.

# npm packages. code-server is VS Code in a browser; it needs the Node.js of the line above it.
NODE=24.22.3
CODE_SERVER=4.139.1
PLAYWRIGHT=1.65.1

# Debian suites whose Neovim is tested: trixie has 0.10, forky has the current one (0.11 and later share its interface).
NEOVIM_SUITES="trixie forky"

# Debian suites of the other editors; trixie has Emacs 30.1 and Helix 25.01.
EMACS_SUITE=trixie
HELIX_SUITE=trixie

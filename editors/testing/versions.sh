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

# Commits of the debugger plugins: https://github.com/svaante/dape and https://github.com/mfussenegger/nvim-dap.
DAPE=9df3ea8db0206e58c245ed3a3cbabc37b01e7b55
NVIM_DAP=9e848e09a697ee95302a3ef2dd43fd6eb709e570

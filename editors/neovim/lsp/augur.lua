-- Neovim 0.11 and later: vim.lsp.enable('augur') finds this file on the 'runtimepath'.
-- vim.lsp.config('augur', { … }) changes what it says.
return require('augur').config()

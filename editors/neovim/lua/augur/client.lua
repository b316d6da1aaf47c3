-- The calls of vim.lsp.Client that differ between Neovim 0.10 and later ones.
local M = {}

---@param client vim.lsp.Client
---@param method string
---@param params table
function M.notify(client, method, params)
  if vim.fn.has('nvim-0.11') == 1 then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

return M

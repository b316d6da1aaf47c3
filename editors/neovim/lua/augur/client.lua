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

---@param client vim.lsp.Client
---@param method string
---@param params table
---@param handler fun(failure?: table, result: any)
function M.request(client, method, params, handler)
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, handler)
  else
    client.request(method, params, handler)
  end
end

return M

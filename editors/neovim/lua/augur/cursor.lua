-- Tells the server where the cursor is.
local M = {}

-- Long enough that holding a key sends few messages, short enough not to be seen.
local DEBOUNCE_MS = 50

---@param client vim.lsp.Client
---@param buffer integer
function M.follow(client, buffer)
  local pending = false

  local function send()
    pending = false
    if vim.api.nvim_get_current_buf() ~= buffer then
      return
    end
    if not vim.lsp.buf_is_attached(buffer, client.id) then
      return
    end
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    require('augur.client').notify(client, 'augur/cursor', params)
  end

  local function send_soon()
    if not pending then
      pending = true
      vim.defer_fn(send, DEBOUNCE_MS)
    end
  end

  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = vim.api.nvim_create_augroup('augur_cursor_' .. buffer, {}),
    buffer = buffer,
    callback = send_soon,
  })
  send_soon()
end

return M

-- Tells the server which lines have breakpoints of nvim-dap, if that is installed.
local M = {}

local following = false

---The functions of nvim-dap that change breakpoints; it has no event for it.
local CHANGES = { 'toggle', 'set', 'remove', 'clear' }

---Buffers whose last message named lines, so that the last breakpoint of a buffer can be taken back.
local announced = {}

local function send()
  local by_buffer = require('dap.breakpoints').get()
  for buffer in pairs(vim.tbl_extend('keep', {}, by_buffer, announced)) do
    local lines = vim.tbl_map(function(breakpoint)
      return breakpoint.line - 1
    end, by_buffer[buffer] or {})
    table.sort(lines)
    announced[buffer] = #lines > 0 or nil
    if vim.api.nvim_buf_is_valid(buffer) then
      for _, client in ipairs(vim.lsp.get_clients({ name = 'augur', bufnr = buffer })) do
        require('augur.client').notify(client, 'augur/breakpoints', {
          textDocument = { uri = vim.uri_from_bufnr(buffer) },
          lines = lines,
        })
      end
    end
  end
end

function M.follow()
  local found, breakpoints = pcall(require, 'dap.breakpoints')
  if not found then
    return
  end
  if not following then
    following = true
    for _, name in ipairs(CHANGES) do
      local change = breakpoints[name]
      if change then
        breakpoints[name] = function(...)
          vim.schedule(send)
          return change(...)
        end
      end
    end
  end
  vim.schedule(send)
end

return M

-- Augur in Neovim. All knowledge of Python is in the server; see ../../README.md for how to set it up.
local M = {}

---The client configuration, for vim.lsp.start (0.10) and vim.lsp.config (0.11 and later).
---@param options? { cmd?: string[], settings?: table }
function M.config(options)
  options = options or {}
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  -- It asks for calls and shows timelines by itself; see PROTOCOL.md.
  capabilities.experimental = { augur = { input = true, timeline = true } }
  return {
    name = 'augur',
    cmd = options.cmd or { 'augur', 'lsp' },
    filetypes = { 'python' },
    root_markers = { 'pyproject.toml', 'setup.py', 'setup.cfg', '.git' },
    capabilities = capabilities,
    -- What is left out has its default, or what augur.toml says.
    settings = { augur = options.settings or vim.empty_dict() },
  }
end

---Starts the server in every Python buffer. For Neovim 0.10; later ones have vim.lsp.enable('augur').
---@param options? { cmd?: string[], settings?: table }
function M.setup(options)
  local config = M.config(options)
  local function start(buffer)
    if vim.fn.executable(config.cmd[1]) == 0 then
      vim.notify_once(
        ('Augur: cannot run %q. Put augur on the PATH, or pass its path: setup{ cmd = { "/path/to/augur", "lsp" } }'):format(
          config.cmd[1]
        ),
        vim.log.levels.ERROR
      )
      return
    end
    local root = vim.fs.root(buffer, config.root_markers)
    vim.lsp.start(vim.tbl_extend('force', config, { root_dir = root }), { bufnr = buffer })
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('augur_setup', {}),
    pattern = 'python',
    callback = function(event)
      start(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'python' then
      start(buffer)
    end
  end
end

---Connects a buffer to its server: hints, commands, and the messages of Augur's own.
---@param client vim.lsp.Client
---@param buffer integer
function M.attach(client, buffer)
  vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  vim.api.nvim_buf_create_user_command(buffer, 'AugurToggle', function()
    M.toggle()
  end, { desc = 'Turn the hints off, and on again' })
  vim.api.nvim_buf_create_user_command(buffer, 'AugurExamples', function()
    M.examples()
  end, { desc = 'Show the function at the cursor with another example' })
  local functions = require('augur.functions')
  functions.setup()
  local commands = {
    AugurPredict = { functions.predict, 'Show the function at the cursor with a call', '*' },
    AugurPin = { functions.pin, 'Keep the example of the function at the cursor', 0 },
    AugurClear = { functions.clear, 'Show the function at the cursor with its best example', 0 },
    AugurTimeline = { functions.timeline, 'Show everything that the function at the cursor does', 0 },
  }
  for name, command in pairs(commands) do
    vim.api.nvim_buf_create_user_command(buffer, name, function(event)
      command[1](event.args)
    end, { desc = command[2], nargs = command[3] })
  end
  require('augur.cursor').follow(client, buffer)
  require('augur.breakpoints').follow()
end

---Turns the hints off, and back to the mode that they were in.
function M.toggle()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'augur' })) do
    require('augur.client').request(client, 'workspace/executeCommand', { command = 'augur.toggle' }, function() end)
  end
end

---Offers the other examples of the function at the cursor.
function M.examples()
  vim.lsp.buf.code_action({
    filter = function(action)
      local command = type(action.command) == 'table' and action.command.command or action.command
      return command == 'augur.useExample'
    end,
  })
end

return M

-- Commands about the function at the cursor. The server knows which that is.
local M = {}

---@return vim.lsp.Client?
local function client()
  return vim.lsp.get_clients({ name = 'augur', bufnr = 0 })[1]
end

---The argument of a command about the function at the cursor.
local function argument(of)
  local params = vim.lsp.util.make_position_params(0, of.offset_encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

---Runs a command of the server and shows what it refuses.
local function execute(of, command, arg)
  require('augur.client').request(of, 'workspace/executeCommand', { command = command, arguments = { arg } }, function(failure)
    if failure then
      vim.notify('Augur: ' .. failure.message, vim.log.levels.ERROR)
    end
  end)
end

---Asks for a call and shows the function with it.
---@param arg table of the command augur.predictWith
---@param call? string
local function predict_with(of, arg, call)
  local function with(typed)
    if typed and typed ~= '' then
      execute(of, 'augur.predictWith', vim.tbl_extend('force', arg, { call = typed }))
    end
  end
  if call and call ~= '' then
    return with(call)
  end
  local name = arg['function'] or ''
  vim.ui.input({ prompt = 'Call: ', default = name ~= '' and name .. '(' or '' }, with)
end

---Opens a buffer that has everything that a function does.
local function show_timeline(of, arg)
  local params = { textDocument = { uri = arg.uri }, ['function'] = arg['function'], position = arg.position }
  require('augur.client').request(of, 'augur/timeline', params, function(failure, timeline)
    if failure or not timeline or timeline == vim.NIL then
      vim.notify('Augur: ' .. (failure and failure.message or 'nothing calls this function'), vim.log.levels.WARN)
      return
    end
    local lines = { timeline.call, timeline.origin, '' }
    local function say(values)
      return table.concat(
        vim.tbl_map(function(v)
          local sign = v.provenance == 'predicted' and ' ≈ ' or (v.name == '→' or v.name == '⏎' or v.name == '✗') and ' ' or ' = '
          return v.name .. sign .. v.text:gsub('\n', '↵')
        end, values),
        ', '
      )
    end
    if #timeline.arguments > 0 then
      vim.list_extend(lines, { say(timeline.arguments), '' })
    end
    for _, line in ipairs(timeline.lines) do
      table.insert(lines, ('%4d %s%s'):format(line.line + 1, line.hits > 0 and '│' or ' ', line.text))
      for _, cell in ipairs(line.cells) do
        local hit = line.hits > 1 and cell.hit .. ': ' or ''
        table.insert(lines, '     │     ' .. hit .. say(cell.values))
      end
    end
    if timeline.exception then
      vim.list_extend(lines, { '', '✗ ' .. timeline.exception })
    elseif timeline.result then
      vim.list_extend(lines, { '', say({ timeline.result }) })
    end
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    vim.bo[buffer].modifiable = false
    vim.bo[buffer].bufhidden = 'wipe'
    vim.api.nvim_win_set_buf(0, buffer)
  end)
end

---Runs with the client of the buffer and the function at the cursor.
local function at_cursor(run)
  local of = client()
  if of then
    run(of, argument(of))
  end
end

---@param call? string
function M.predict(call)
  at_cursor(function(of, arg)
    predict_with(of, arg, call)
  end)
end

function M.timeline()
  at_cursor(show_timeline)
end

---Forgets what was chosen, typed or pinned.
function M.clear()
  at_cursor(function(of, arg)
    execute(of, 'augur.clearExample', arg)
  end)
end

---Keeps the example in augur-pins.toml.
function M.pin()
  at_cursor(function(of, arg)
    local params = { textDocument = { uri = arg.uri }, position = arg.position }
    require('augur.client').request(of, 'augur/example', params, function(failure, example)
      if failure or not example or example == vim.NIL then
        vim.notify('Augur: the function at the cursor has no example that could be pinned', vim.log.levels.WARN)
        return
      end
      arg.call, arg.setup = example.call, table.concat(example.setup, '\n')
      execute(of, 'augur.pinExample', arg)
    end)
  end)
end

---Lets Neovim do what the server can not: ask for a call, and show a timeline.
function M.setup()
  local function of(context)
    return vim.lsp.get_client_by_id(context.client_id)
  end
  vim.lsp.commands['augur.predictWith'] = function(command, context)
    predict_with(of(context), command.arguments[1])
  end
  vim.lsp.commands['augur.showTimeline'] = function(command, context)
    show_timeline(of(context), command.arguments[1])
  end
end

return M

-- Tests in a real Neovim, without a screen. editors/testing/run.sh starts them with the environment variables
-- AUGUR (the program), AUGUR_WORKSPACE (made by workspace.mjs) and AUGUR_TEST_RESULTS (a file that gets the results).

local workspace = vim.env.AUGUR_WORKSPACE
local expected = vim.json.decode(table.concat(vim.fn.readfile(workspace .. '/expected.json'), '\n'))
local command = { vim.env.AUGUR, 'lsp' }
local settings = { hints = { mode = 'all' } }

-- Only what is in the window is drawn.
vim.o.lines = 80
vim.o.columns = 120

local tests = {}
local function test(name, run)
  table.insert(tests, { name = name, run = run })
end

---Tries until the assertions hold; in the end the last failure is the one that is reported.
local function eventually(check)
  local ok, failure
  vim.wait(10000, function()
    ok, failure = pcall(check)
    return ok
  end, 20)
  if not ok then
    error(failure, 0)
  end
end

local function equal(actual, wanted)
  if not vim.deep_equal(actual, wanted) then
    error(('got %s\nwanted %s'):format(vim.inspect(actual), vim.inspect(wanted)), 0)
  end
end

local function client()
  return vim.lsp.get_clients({ name = 'augur', bufnr = 0 })[1]
end

---The hints on the screen by line, those of one line joined, as a user reads them.
local function hints()
  local by_line = {}
  for _, item in ipairs(vim.lsp.inlay_hint.get({ bufnr = 0 })) do
    local hint = item.inlay_hint
    local text = hint.label
    if type(text) == 'table' then
      text = table.concat(vim.tbl_map(function(part)
        return part.value
      end, text))
    end
    local line = tostring(hint.position.line)
    text = vim.trim(text)
    by_line[line] = by_line[line] and by_line[line] .. ' ' .. text or text
  end
  return by_line
end

---The same, drawn: the virtual text of every line.
local function drawn()
  local by_line = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('inlayhint') then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
        local text = table.concat(vim.tbl_map(function(chunk)
          return chunk[1]
        end, mark[4].virt_text))
        local line = tostring(mark[2])
        text = vim.trim(text)
        by_line[line] = by_line[line] and by_line[line] .. ' ' .. text or text
      end
    end
  end
  return by_line
end

---Puts the cursor on the first character of a text.
local function go(text)
  local line = vim.fn.search('\\V\\C' .. text, 'cw')
  assert(line > 0, text)
end

local function lines_from_to(first, last)
  go(first)
  local from = vim.fn.line('.')
  go(last)
  local lines = {}
  for line = from, vim.fn.line('.') do
    lines[tostring(line - 1)] = true
  end
  return lines
end

local function only(lines, all)
  local some = {}
  for line, text in pairs(all) do
    if lines[line] then
      some[line] = text
    end
  end
  return some
end

test('the server is attached to a Python file', function()
  vim.opt.runtimepath:append(vim.env.AUGUR_PLUGIN)
  vim.cmd('runtime plugin/augur.lua')
  vim.cmd('filetype on')
  if vim.lsp.config then
    vim.lsp.config('augur', { cmd = command, settings = { augur = settings } })
    vim.lsp.enable('augur')
  else
    require('augur').setup({ cmd = command, settings = settings })
  end
  vim.cmd.edit(workspace .. '/demo.py')
  eventually(function()
    assert(client() and client().initialized, 'no client')
  end)
end)

test('hints are exactly those expected', function()
  eventually(function()
    equal(hints(), expected.examples[1])
  end)
  vim.cmd.redraw()
  eventually(function()
    vim.cmd.redraw()
    equal(drawn(), expected.examples[1])
  end)
end)

test('hover tells the values of a variable', function()
  go('running +=')
  local params = vim.lsp.util.make_position_params(0, client().offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 5000)
  local text = vim.inspect(answers)
  for _, part in ipairs({ 'running', '132', 'computed' }) do
    assert(text:find(part, 1, true), part .. ' is not in ' .. text)
  end
end)

test('an edit changes the hints', function()
  go('return running')
  local line = vim.fn.line('.')
  vim.api.nvim_buf_set_lines(0, line - 1, line, true, { '    return running + 1' })
  eventually(function()
    equal(hints()[tostring(line - 1)], '⏎ 133')
  end)
  vim.api.nvim_buf_set_lines(0, line - 1, line, true, { '    return running' })
  eventually(function()
    equal(hints(), expected.examples[1])
  end)
end)

test('a code action switches to another example and back', function()
  local lines = lines_from_to('def compound', 'return running')
  go('running +=')
  for _, example in ipairs({ 2, 1 }) do
    vim.lsp.buf.code_action({
      filter = function(action)
        local use = type(action.command) == 'table' and action.command.command or action.command
        return use == 'augur.useExample' and action.title:find(expected.calls[example], 1, true) ~= nil
      end,
      apply = true,
    })
    eventually(function()
      equal(only(lines, hints()), only(lines, expected.examples[example]))
    end)
  end
end)

test(':AugurExamples offers the examples', function()
  local offered
  local select = vim.ui.select
  vim.ui.select = function(items)
    offered = #items
  end
  -- One other example alone would be applied at once by some versions, so both answers count.
  vim.cmd.AugurExamples()
  eventually(function()
    assert(offered and offered >= 1, 'nothing was offered')
  end)
  vim.ui.select = select
end)

test(':AugurToggle turns the hints off and on', function()
  vim.cmd.AugurToggle()
  eventually(function()
    equal(hints(), {})
  end)
  vim.cmd.AugurToggle()
  eventually(function()
    equal(hints(), expected.examples[1])
  end)
end)

test('mode cursor shows the function around the cursor only', function()
  local inside = lines_from_to('def compound', 'return running')
  client().settings.augur.hints.mode = 'cursor'
  require('augur.client').notify(client(), 'workspace/didChangeConfiguration', { settings = client().settings })
  go('running +=')
  vim.cmd.doautocmd('CursorMoved')
  eventually(function()
    equal(hints(), only(inside, expected.examples[1]))
  end)
  go('def grade')
  vim.cmd.doautocmd('CursorMoved')
  eventually(function()
    local now = hints()
    assert(next(now) ~= nil, 'no hints')
    equal(only(inside, now), {})
  end)
end)

test(':AugurPredict shows a call that is typed, :AugurClear forgets it', function()
  client().settings.augur.hints.mode = 'all'
  require('augur.client').notify(client(), 'workspace/didChangeConfiguration', { settings = client().settings })
  go('return running')
  local line = tostring(vim.fn.line('.') - 1)
  vim.cmd.AugurPredict('compound(1000, [50])')
  eventually(function()
    equal(hints()[line], '⏎ 1500')
  end)
  vim.cmd.AugurClear()
  eventually(function()
    equal(hints()[line], '⏎ 132')
  end)
end)

test(':AugurTimeline shows every hit', function()
  local buffer = vim.api.nvim_get_current_buf()
  go('return running')
  vim.cmd.AugurTimeline()
  eventually(function()
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    assert(text:find('     │     2: running = 132', 1, true), text)
    assert(text:find('→ 132', 1, true), text)
  end)
  vim.api.nvim_win_set_buf(0, buffer)
end)

test(':AugurPin keeps the example in a file', function()
  go('return running')
  vim.cmd.AugurPin()
  local file = workspace .. '/augur-pins.toml'
  eventually(function()
    local text = table.concat(vim.fn.readfile(file), '\n')
    assert(text:find('call = "compound(100, [10, 20])"', 1, true), text)
  end)
  vim.cmd.AugurClear()
  eventually(function()
    assert(not table.concat(vim.fn.readfile(file), '\n'):find('[[pin]]', 1, true))
  end)
  vim.fn.delete(file)
end)

test('breakpoints of nvim-dap are sent, and shown in mode breakpoints', function()
  local lines = {}
  package.loaded['dap.breakpoints'] = {
    toggle = function()
      table.insert(lines, { line = vim.fn.line('.') })
    end,
    get = function()
      return { [vim.api.nvim_get_current_buf()] = lines }
    end,
  }
  local sent = {}
  local sender = require('augur.client')
  local notify = sender.notify
  sender.notify = function(_, method, params)
    if method == 'augur/breakpoints' then
      table.insert(sent, params.lines)
    end
    return notify(_, method, params)
  end
  require('augur.breakpoints').follow()
  go('running +=')
  require('dap.breakpoints').toggle()
  eventually(function()
    equal(sent[#sent], { vim.fn.line('.') - 1 })
  end)
  sender.notify = notify

  client().settings.augur.hints.mode = 'breakpoints'
  sender.notify(client(), 'workspace/didChangeConfiguration', { settings = client().settings })
  local line = tostring(vim.fn.line('.') - 1)
  eventually(function()
    equal(hints(), { [line] = expected.examples[1][line] })
  end)
end)

test('the server stops with the editor', function()
  local current = client()
  if vim.lsp.config then
    vim.lsp.enable('augur', false)
  end
  for _, running in ipairs(vim.lsp.get_clients({ name = 'augur' })) do
    if vim.fn.has('nvim-0.11') == 1 then
      running:stop()
    else
      running.stop()
    end
  end
  eventually(function()
    assert(vim.lsp.get_client_by_id(current.id) == nil, 'still running')
  end)
end)

local results = {}
for _, each in ipairs(tests) do
  local ok, failure = pcall(each.run)
  table.insert(results, ok and 'ok ' .. each.name or ('not ok %s\n%s'):format(each.name, failure))
end
vim.fn.writefile(vim.split(table.concat(results, '\n'), '\n'), vim.env.AUGUR_TEST_RESULTS)
vim.cmd('qall!')

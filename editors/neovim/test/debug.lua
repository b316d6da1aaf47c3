-- Tests of the debugger in a real Neovim with nvim-dap, set up as ../README.md says. editors/testing/run.sh starts them with the
-- environment variables AUGUR (the program), AUGUR_NVIM_DAP (the plugin's folder), AUGUR_PLUGIN (this folder's parent),
-- AUGUR_WORKSPACE (made by workspace.mjs) and AUGUR_TEST_RESULTS (a file that gets the results).

local results = {}
local function test(name, run)
  local ok, failure = pcall(run)
  table.insert(results, ok and 'ok ' .. name or ('not ok %s\n%s'):format(name, failure))
end

---Waits until the check gives something true.
local function eventually(what, check)
  local got
  vim.wait(10000, function()
    got = check()
    return got
  end, 20)
  if not got then
    error(what, 0)
  end
  return got
end

vim.opt.runtimepath:append(vim.env.AUGUR_NVIM_DAP)
local readme = table.concat(vim.fn.readfile(vim.env.AUGUR_PLUGIN .. '/README.md'), '\n')
local set_up = readme:match('## Debugging.-```lua\n(.-)\n```')
assert(load((set_up:gsub("command = 'augur'", ('command = %q'):format(vim.env.AUGUR)))))()

local dap = require('dap')
vim.cmd.edit(vim.env.AUGUR_WORKSPACE .. '/demo.py')
vim.bo.filetype = 'python'

---A request of the session, answered.
local function ask(command, arguments)
  local answer
  dap.session():request(command, arguments, function(failure, body)
    answer = failure and { failure = failure } or body or {}
  end)
  return eventually('no answer to ' .. command, function()
    return answer
  end)
end

---The line that the session stands at, and its variables.
local function stopped()
  eventually('no frame', function()
    return dap.session() and dap.session().current_frame and dap.session().stopped_thread_id
  end)
  local frame = ask('stackTrace', { threadId = 1 }).stackFrames[1]
  local scope = ask('scopes', { frameId = frame.id }).scopes[1]
  local values = {}
  for _, variable in ipairs(ask('variables', { variablesReference = scope.variablesReference }).variables) do
    values[variable.name] = variable.value
  end
  return frame.line, values
end

---Makes a move, and waits for the stop that it leads to.
local function move(step)
  local came = false
  dap.listeners.after.event_stopped['test'] = function()
    came = true
  end
  step()
  eventually('the session does not stop', function()
    return came
  end)
end

local function line_of(text)
  return vim.fn.search('\\V\\C' .. text, 'cw')
end

test('the debugger stops at a breakpoint and shows variables', function()
  vim.api.nvim_win_set_cursor(0, { line_of('running +='), 0 })
  dap.toggle_breakpoint()
  vim.fn.input = function()
    return 'compound(100, [10, 20])'
  end
  local config = vim.iter(dap.configurations.python):find(function(c)
    return c.name == 'Predicted run of a call'
  end)
  move(function()
    dap.run(config)
  end)
  local line, values = stopped()
  assert(line == line_of('running +=') and values.running == '100' and values.rate == '10', vim.inspect({ line, values }))
end)

test('the debugger steps and steps back', function()
  move(dap.step_over)
  local _, values = stopped()
  assert(values.running == '110', vim.inspect(values))
  move(dap.step_back)
  _, values = stopped()
  assert(values.running == '100', vim.inspect(values))
  move(dap.continue)
  _, values = stopped()
  assert(values.rate == '20', vim.inspect(values))
  move(dap.reverse_continue)
  _, values = stopped()
  assert(values.rate == '10', vim.inspect(values))
end)

test('a variable that is set changes what follows', function()
  ask('evaluate', { expression = 'running = 1000', context = 'repl', frameId = 1 })
  move(dap.step_over)
  local _, values = stopped()
  assert(values.running == '1100', vim.inspect(values))
end)

vim.fn.writefile(vim.split(table.concat(results, '\n'), '\n'), vim.env.AUGUR_TEST_RESULTS)
vim.cmd('qall!')

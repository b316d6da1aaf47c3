-- Connects every buffer that an Augur server is attached to, however the server was started.
if vim.g.loaded_augur then
  return
end
vim.g.loaded_augur = true

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('augur_attach', {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'augur' then
      require('augur').attach(client, event.buf)
    end
  end,
})

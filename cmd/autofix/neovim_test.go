package main

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// driveNeovim does the steps of a person in Neovim: it opens a file, reads the
// findings, takes a quick fix, runs fix-all, and saves a file that is then
// formatted.
const driveNeovim = `
local out = {}
local function wait(f) if not vim.wait(120000, f, 20) then error("waited in vain") end end
local function run()
  vim.cmd("edit Dockerfile")
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  out.diagnostics = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(out.diagnostics, string.format("%d:%d %s", d.lnum + 1, d.col + 1, d.source))
  end
  local function apply(line, only, title)
    local params = vim.lsp.util.make_range_params()
    params.range = { start = { line = line, character = 0 }, ["end"] = { line = line, character = 3 } }
    params.context = { diagnostics = {}, only = only }
    for id, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 120000)) do
      local client = vim.lsp.get_client_by_id(id)
      for _, action in ipairs(answer.result) do
        if not title or action.title == title then
          if not action.edit then action = client.request_sync("codeAction/resolve", action, 120000, 0).result end
          vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
          return
        end
      end
    end
    error("no action")
  end
  apply(1, nil, "Use COPY")
  out.quickfix = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  apply(0, { "source.fixAll" })
  out.fixall = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd("write")
  vim.cmd("edit x.json")
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  vim.cmd("write")
  out.saved = vim.fn.readfile("x.json")
end
local ok, err = pcall(run)
if not ok then out.error = tostring(err) end
vim.fn.writefile({ vim.fn.json_encode(out) }, "out.json")
vim.cmd("qall!")
`

// The recipe of docs/editors.md works in Neovim, word for word.
func TestNeovim(t *testing.T) {
	program, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("no nvim on this machine: .ci/run installs it; internal/editor has the tests without an editor")
	}
	cmd := exec.Command(program, "--headless", "-u", "init.lua", "-n", "-i", "NONE", "-c", "luafile drive.lua")
	var got edited
	startEditor(t, cmd, map[string]string{
		"init.lua": "vim.cmd('filetype on')\n" + recipe(t, "editors.md", "lua"), "drive.lua": driveNeovim,
	}, &got)
	if diff := cmp.Diff(wantEdited, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

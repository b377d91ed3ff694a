package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

var luaBlock = regexp.MustCompile("(?s)\n```lua\n(.*?)```")

// drive is what a person does in Neovim: opens a file and reads the findings,
// takes a quick fix, runs fix-all, and saves a file that is then formatted.
const drive = `
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
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	recipe := luaBlock.FindSubmatch(page)
	if recipe == nil {
		t.Fatal("docs/editors.md has no recipe")
	}
	bin, dir := t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "autofix")); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{
		"MODULE.bazel": "", "init.lua": "vim.cmd('filetype on')\n" + string(recipe[1]), "drive.lua": drive,
		"Dockerfile": "FROM debian:12\nADD a /😀\nADD c /d\n", "x.json": "{\"b\":1,\n\"a\":2}\n",
	})
	cmd := exec.Command(program, "--headless", "-u", "init.lua", "-n", "-i", "NONE", "-c", "luafile drive.lua")
	cmd.Dir = dir
	cmd.Env = []string{clitest.AsCommand + "=1", "PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0"}
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("nvim: %v\n%s", err, said)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	type result struct {
		Diagnostics, Quickfix, Fixall, Saved []string
		Error                                string
	}
	var got result
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	want := result{
		Diagnostics: []string{"2:1 autofix", "3:1 autofix", "1:1 autofix"},
		Quickfix:    []string{"FROM debian:12", "COPY a /😀", "ADD c /d"},
		Fixall:      []string{"FROM debian:12", "COPY a /😀", "COPY c /d"},
		Saved:       []string{"{", "  \"b\":1,", "  \"a\":2", "}"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, said)
	}
}

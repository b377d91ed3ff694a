package worktree_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// Nothing that a repository names is run, whatever names it.
func TestHostileRepository(t *testing.T) {
	c := newCheckout(t, with(example, map[string]string{
		".gitattributes": "* filter=evil diff=evil merge=evil\na.txt text=auto\n",
	}))
	c.write(map[string]string{"a.txt": "two\n"})
	c.commit("second")
	ran := filepath.Join(realDir(t), "ran")
	script := filepath.Join(realDir(t), "evil")
	worktreetest.Write(t, filepath.Dir(script), map[string]string{"evil*": "#!/bin/sh\ntouch '" + ran + "'\ncat\n"})
	for _, name := range []string{
		"core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand",
		"filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "diff.evil.command", "diff.external",
		"merge.evil.driver", "credential.helper", "gpg.program", "gpg.ssh.program", "sequence.editor", "uploadpack.packObjectsHook",
		"pager.log", "pager.config", "log.showSignature", "interactive.diffFilter", "trace2.eventTarget", "remote.origin.vcs",
	} {
		value := script
		if name == "log.showSignature" {
			value = "true"
		}
		c.git("config", name, value)
	}
	for _, name := range []string{"evil.required", "lfs.required"} {
		c.git("config", "filter."+name, "true")
	}
	c.git("config", "core.hooksPath", filepath.Dir(script))
	c.git("config", "alias.ls-files", "!"+script)
	c.git("config", "alias.cat-file", "!"+script)
	c.git("config", "extensions.partialClone", "origin")
	c.git("config", "remote.origin.url", "ext::"+script)
	c.git("config", "remote.origin.promisor", "true")
	hooks := map[string]string{}
	for _, name := range []string{"post-checkout", "post-index-change", "reference-transaction", "pre-commit", "fsmonitor-watchman", "pre-auto-gc"} {
		hooks[name+"*"] = "#!/bin/sh\ntouch '" + ran + "'\n"
	}
	worktreetest.Write(t, filepath.Dir(script), hooks)
	worktreetest.Write(t, c.path(".git/hooks"), hooks)
	worktreetest.Write(t, c.dir, map[string]string{
		"a.txt": "dirty\n", "new.txt": "new\n", ".gitattributes": "* filter=evil diff=evil\n", "git*": "#!/bin/sh\ntouch '" + ran + "'\n",
		".git/info/attributes": "* filter=evil working-tree-encoding=UTF-8\n",
	})
	// The traps are set. What falls into them may fail.
	status := exec.Command("git", "status")
	status.Dir = c.dir
	_ = status.Run()
	if err := os.Remove(ran); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GIT_SSH_COMMAND": script, "GIT_EXTERNAL_DIFF": script, "GIT_PAGER": script, "GIT_EDITOR": script, "GIT_ASKPASS": script,
		"GIT_TRACE": ran, "GIT_TRACE2_EVENT": ran, "GIT_DIR": realDir(t), "GIT_INDEX_FILE": ran, "GIT_OBJECT_DIRECTORY": filepath.Dir(ran),
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": script, "GIT_EXEC_PATH": c.dir,
		"GIT_CONFIG_GLOBAL": filepath.Join(c.dir, ".git", "config"), "GIT_TEMPLATE_DIR": c.path(".git"), "GIT_NAMESPACE": "x",
		"GIT_DEFAULT_HASH": "sha256",
	} {
		t.Setenv(name, value)
	}
	_, _, tree := seal(t, c.dir, true)
	if err := tree.Set(t.Context(), nil); err != nil {
		t.Error(err)
	}
	worktreetest.Write(t, tree.Dir(), map[string]string{"a.txt": "of an agent\n", "more.txt": "x\n"})
	if c, err := tree.Changed(t.Context()); err != nil || len(c.Files) != 2 {
		t.Errorf("%v, %v", c, err)
	}
	if err := tree.Set(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(tree.Dir(), "a.txt")); err != nil || string(text) != "dirty\n" {
		t.Errorf("%q, %v", text, err)
	}
	config, err := os.ReadFile(filepath.Join(tree.Dir(), ".git", "config"))
	if err != nil || strings.Contains(string(config), "evil") {
		t.Errorf("%s, %v", config, err)
	}
	if _, err := os.Stat(ran); !os.IsNotExist(err) {
		t.Errorf("a program of the repository ran, or git wrote where it was told to: %v", err)
	}
}

// Settings that name files are read only if the files have an end.
func TestEndlessSettings(t *testing.T) {
	c := newCheckout(t, example)
	c.git("config", "core.excludesFile", "/dev/zero")
	c.git("config", "core.attributesFile", "/dev/zero")
	_, _, tree := seal(t, c.dir, true)
	wantListing(t, tree.Dir(), example)
}

//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// The guides, followed word for word: what a block says is written where the
// guide says, each command is run, and nothing else is done.

// newUser returns an empty workspace next to a checkout of this repository,
// which the guides call ../rules_autofix.
func newUser(t *testing.T, folder string) *workspace {
	t.Helper()
	w := &workspace{folder: folder, dir: filepath.Join(scratch, folder, "workspace")}
	t.Cleanup(w.remove)
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(repository, filepath.Join(scratch, folder, "rules_autofix")); err != nil {
		t.Fatal(err)
	}
	w.showRepository(t)
	w.git(t, "init", "--quiet", "--initial-branch=main")
	return w
}

// section returns the blocks of a section of a guide.
func section(t *testing.T, guide, heading string) []docblocks.Block {
	t.Helper()
	blocks, err := docblocks.Read(readFile(t, filepath.Join(repository, guide)))
	if err != nil {
		t.Fatalf("%s: %v", guide, err)
	}
	blocks = slices.DeleteFunc(blocks, func(b docblocks.Block) bool { return b.Heading != heading })
	if len(blocks) == 0 {
		t.Fatalf("%s: no blocks in %q", guide, heading)
	}
	return blocks
}

// follow follows the blocks of a guide. Contents of a file are appended to it.
func (w *workspace) follow(t *testing.T, blocks []docblocks.Block) {
	t.Helper()
	for _, block := range blocks {
		switch {
		case block.Language == "console":
			for _, line := range commands(block) {
				w.shell(t, line).wantCode(t, 0)
			}
		case block.File == "" || strings.ContainsAny(block.File, " :@"):
			t.Fatalf("the block in line %d is neither commands nor what is to be in a file:\n%s", block.Line, block.Text)
		default:
			var text string
			if have, err := os.ReadFile(w.path(block.File)); err == nil {
				text = string(have) + "\n"
			}
			w.write(t, block.File, text+block.Text)
		}
	}
}

// commands returns the commands in a block with a session.
func commands(block docblocks.Block) []string {
	var lines []string
	for line := range strings.Lines(block.Text) {
		if command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ "); ok {
			command, _, _ := strings.Cut(command, "  #")
			lines = append(lines, command)
		}
	}
	return lines
}

// gettingStarted is the guide that sets a workspace up, in the section
// setUpHeading.
const (
	gettingStarted = "docs/getting_started.md"
	setUpHeading   = "Set it up"
)

// setUp follows the guide, except for its last block, which is an alternative.
func (w *workspace) setUp(t *testing.T) {
	t.Helper()
	blocks := section(t, gettingStarted, setUpHeading)
	last := len(blocks) - 1
	if !strings.HasPrefix(blocks[last].Text, "autofix.toolchain(") {
		t.Fatalf("%s: the last block is not the alternative:\n%s", gettingStarted, blocks[last].Text)
	}
	w.follow(t, blocks[:last])
}

func TestGettingStartedFollowedInAFreshWorkspace(t *testing.T) {
	w := newUser(t, "getting_started")
	w.writeApp(t)
	w.setUp(t)
	if got := w.bazel(t, "run", "//:fix").wantCode(t, 0); !strings.Contains(got.stdout, "autofix: nothing pending\n") {
		t.Errorf("it does not say that nothing is pending:\n%s", got.stdout)
	}
	w.bazel(t, "test", "//...").wantCode(t, 0) // the presets are current

	// The table, with nothing to fix and no configuration.
	guide := readFile(t, filepath.Join(repository, gettingStarted))
	_, table, _ := strings.Cut(guide, "| to | run |")
	table, _, _ = strings.Cut(table, "\n\n")
	lines := regexp.MustCompile("`(bazel [^`]+)`").FindAllStringSubmatch(table, -1)
	if len(lines) < 6 {
		t.Fatalf("%d commands in the table: %q", len(lines), lines)
	}
	w.git(t, "add", "--all")
	w.git(t, "commit", "--quiet", "--message=What --commits follows")
	for _, line := range lines {
		w.shell(t, line[1]).wantCode(t, 0)
	}

	// It passes because nothing is pending, not because nothing is checked.
	w.write(t, "app/greeting.txt", "hello \n")
	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//..."}, "app/greeting.txt:1:6: ")
	w.write(t, "app/greeting.txt", "hello \n")
	w.append(t, ".bazelrc", blockOf(t, gettingStarted, "Gate CI", 0).Text)
	w.bazel(t, "build", "--config=ci", "//...").wantCode(t, 1)

	// Configuration that is added later is already declared.
	w.write(t, ".editorconfig", "root = true\n\n[*.txt]\ntrim_trailing_whitespace = false\n")
	w.shell(t, "bazel build --config=autofix-strict //...").wantCode(t, 0)
	w.write(t, ".editorconfig", "root = true\n")
	w.append(t, "autofix.toml", "\n[rules.\"text/trailing-whitespace\"]\nseverity = \"off\"\n")
	w.shell(t, "bazel build --config=autofix-strict //...").wantCode(t, 0)
}

// writeApp gives the workspace a package with a file to check.
func (w *workspace) writeApp(t *testing.T) {
	t.Helper()
	w.write(t, "app/BUILD.bazel", "filegroup(\n    name = \"app\",\n    srcs = [\"greeting.txt\"],\n)\n")
	w.write(t, "app/greeting.txt", "hello\n")
}

// The three commands, in a workspace that knows nothing of autofix.
func TestReadmeSetsAWorkspaceUp(t *testing.T) {
	w := newUser(t, "readme_init")
	w.writeApp(t)
	w.write(t, "MODULE.bazel", "module(name = \"app\")\n")
	w.write(t, "app/greeting.txt", "hello \n")
	w.follow(t, section(t, "README.md", "Add it to your workspace"))
	if text := w.read(t, "app/greeting.txt"); text != "hello\n" {
		t.Errorf("it left %q", text)
	}
	w.shell(t, "bazel build --config=autofix-strict //...").wantCode(t, 0)
}

func TestReadmeFollowedInAFreshWorkspace(t *testing.T) {
	w := newUser(t, "readme")
	w.writeApp(t)
	blocks := section(t, "README.md", "By hand")
	w.follow(t, blocks)

	// The gate of its last command works.
	lines := commands(blocks[len(blocks)-1])
	gate := lines[len(lines)-1]
	w.write(t, "app/greeting.txt", "hello \n")
	w.shell(t, gate).wantCode(t, 1).wantStderr(t, "app/greeting.txt:1:6: ")
	w.shell(t, "bazel run //:fix").wantCode(t, 0)
	w.shell(t, gate).wantCode(t, 0)
}

// The session at the top of the README, in examples/hello.
func TestReadmeShowsWhatTheGateAndTheFixSay(t *testing.T) {
	w := hello.fresh(t)
	w.wantSession(t, "README.md", blockOf(t, "README.md", "rules_autofix", 0), 1, 0, 0)
}

// wantSession runs the commands of a block, and fails the test unless they exit
// with these codes and print the lines after each of them in the block, in
// order.
func (w *workspace) wantSession(t *testing.T, guide string, session docblocks.Block, codes ...int) {
	t.Helper()
	lines := commands(session)
	if len(lines) != len(codes) {
		t.Fatalf("%s:%d: %d commands, want %d", guide, session.Line, len(lines), len(codes))
	}
	shown := strings.Split("\n"+session.Text, "\n$ ")[1:]
	for i, command := range lines {
		got := w.shell(t, command).wantCode(t, codes[i])
		rest := "\n" + got.stdout + "\n" + got.stderr
		for _, line := range strings.Split(strings.TrimSuffix(shown[i], "\n"), "\n")[1:] {
			_, after, found := strings.Cut(rest, "\n"+line+"\n")
			if !found {
				t.Errorf("%s:%d: %s does not print this line, or not in its place:\n%s\nit prints:\n%s%s",
					guide, session.Line, command, line, got.stdout, got.stderr)
				break
			}
			rest = "\n" + after
		}
	}
}

// blockOf returns one block of a section of a guide, the first one at 0.
func blockOf(t *testing.T, guide, heading string, index int) docblocks.Block {
	t.Helper()
	blocks := section(t, guide, heading)
	if index >= len(blocks) {
		t.Fatalf("%s: %q has %d blocks", guide, heading, len(blocks))
	}
	return blocks[index]
}

const toolchainGuide = "docs/toolchain.md"

// moduleBlock returns the guide's block for MODULE.bazel.
func moduleBlock(t *testing.T) string {
	t.Helper()
	for _, b := range section(t, gettingStarted, setUpHeading) {
		if b.File == "MODULE.bazel" {
			return b.Text
		}
	}
	t.Fatalf("%s: no block for MODULE.bazel", gettingStarted)
	return ""
}

func TestToolchainGuideFollowed(t *testing.T) {
	w := newUser(t, "toolchain")
	w.write(t, "BUILD.bazel", "filegroup(\n    name = \"app\",\n    srcs = [\"app.txt\"],\n)\n")
	w.write(t, "app.txt", "text \n")
	w.write(t, "tools/BUILD.bazel", "exports_files([\"my_autofix\"])\n")
	w.write(t, "tools/autofix.sha256", strings.Repeat("0", 64)+"  autofix-0.1.0-linux_amd64.tar.gz\n")
	w.write(t, "tools/SHA256SUMS", w.read(t, "tools/autofix.sha256"))
	for _, name := range []string{"tools/autofix", "tools/my_autofix"} {
		w.write(t, name, readFile(t, tool))
		if err := os.Chmod(w.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	rules, _, found := strings.Cut(moduleBlock(t), "autofix = use_extension(")
	if !found {
		t.Fatalf("%s: MODULE.bazel has no extension:\n%s", gettingStarted, rules)
	}
	around := blockOf(t, toolchainGuide, "The autofix tool", 0)
	local := blockOf(t, toolchainGuide, "A binary: `autofix.local`", 0).Text
	if !strings.Contains(around.Text, strings.TrimSpace(local)) {
		t.Fatalf("%s: the tag of a binary is not one of those that stand around it:\n%s", toolchainGuide, local)
	}
	wantChecked := func() {
		t.Helper()
		w.bazel(t, "build", "--aspects=@rules_autofix//rules:defs.bzl%autofix_strict", "//:app").wantCode(t, 1).
			wantStderr(t, "app.txt:1:5: ")
	}

	w.write(t, "MODULE.bazel", rules+around.Text)
	wantChecked()

	// Its download does not exist: the test only shows that Bazel accepts the
	// tag.
	setUp := section(t, gettingStarted, setUpHeading)
	for _, tag := range []docblocks.Block{blockOf(t, toolchainGuide, "A release: `autofix.toolchain`", 0), setUp[len(setUp)-1]} {
		w.write(t, "MODULE.bazel", rules+around.Text)
		w.replace(t, "MODULE.bazel", strings.TrimSpace(local)+"  # or autofix.toolchain(...)\n", tag.Text)
		got := w.bazel(t, "query", "@autofix_toolchains//:all").wantCode(t, 0)
		if !strings.Contains(got.stdout, "linux_amd64") {
			t.Errorf("line %d: no toolchain of the release:\n%s", tag.Line, got.stdout)
		}
	}

	w.append(t, "tools/BUILD.bazel", "\n"+blockOf(t, toolchainGuide, "A toolchain of your own: `autofix_toolchain`", 0).Text)
	w.write(t, "MODULE.bazel", rules+"bazel_dep(name = \"platforms\", version = \"0.0.10\")\nregister_toolchains(\"//tools:autofix_toolchain\")\n")
	wantChecked()
}

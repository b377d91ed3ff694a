//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// A page is a guide with commands.
type page struct {
	guide string
	// elsewhere are the tests that follow a section, by its heading.
	elsewhere map[string]func(*testing.T)
	// setUp makes what the page takes for granted; nil: nothing.
	setUp func(*testing.T, *workspace)
	codes map[string]int // exit codes other than 0, by command
	// skipped are the commands that need something that a test cannot have,
	// by how they begin, with the reason.
	skipped map[string]string
}

const (
	needsAgent = "it starts an agent, which asks a model; the tests of the command have one of their own"
	needsForge = "it opens a pull request on a code host; the tests of the command have a host of their own"
	longProof  = "a proof has tests of its own in internal/prove and cmd/autofix-prove, which run the examples of the page"
)

// guidePages has every page of docs/ with a shell block, and README.md.
var guidePages = []page{
	{guide: "README.md", elsewhere: map[string]func(*testing.T){
		"rules_autofix":             TestReadmeShowsWhatTheGateAndTheFixSay,
		"Add it to your workspace":  TestReadmeSetsAWorkspaceUp,
		"By hand":                   TestReadmeFollowedInAFreshWorkspace,
		"Try it on this repository": TestTour, // and CI runs the tests
	}},
	{guide: "docs/without_bazel.md", setUp: aWorkspace},
	{guide: "docs/adopting.md", setUp: func(t *testing.T, w *workspace) {
		aWorkspace(t, w)
		w.git(t, "add", "--all")
		w.git(t, "commit", "--quiet", "--message=The base")
		w.git(t, "update-ref", "refs/remotes/origin/main", "HEAD")
	}},
	{guide: gettingStarted, elsewhere: map[string]func(*testing.T){setUpHeading: TestGettingStartedFollowedInAFreshWorkspace}},
	{guide: bazelGuide, elsewhere: map[string]func(*testing.T){
		"What is checked, and what is not": TestBazelGuideFollowed,
		"fix":                              TestBazelGuideFollowed,
		"Undeclared files":                 TestBazelGuideFollowed,
		"committed_sources":                TestBazelGuideFollowed,
		"When something does not build":    TestFixGoesOnWithoutWhatIsBroken,
		"prove":                            TestProve,
	}},
	{guide: "docs/gazelle.md", elsewhere: map[string]func(*testing.T){"Set it up": TestGazelleGuideFollowedWordForWord}},
	{
		guide: "docs/linters/README.md", elsewhere: map[string]func(*testing.T){"Set up": TestLintersGuideFollowed},
		skipped: map[string]string{"autofix": "it trusts commands for this person; the tests of the command have a state folder of their own"},
	},
	{guide: "docs/linters/rust.md", skipped: map[string]string{
		"bazel build //... --aspects=@rules_rust": "rules_rust cannot be had offline; the page says that it is untested",
		"autofix fix --import=rustc":              "it reads what rules_rust writes",
	}},
	{guide: "docs/toolchain.md", elsewhere: map[string]func(*testing.T){"Contents of a release": TestReleaseIsReproducible}},
	{guide: "docs/commits.md", elsewhere: map[string]func(*testing.T){"A commit for each rule": TestCommits}},
	{guide: "docs/verify.md", elsewhere: map[string]func(*testing.T){"Verified fixes": TestVerifiedByTests}},
	{
		guide: "docs/api/defs.md", setUp: aWorkspace,
		skipped: map[string]string{"bazel run //:prove": longProof},
	},
	{
		guide: "docs/dockerfile.md",
		setUp: func(t *testing.T, w *workspace) {
			w.write(t, "Dockerfile", "FROM debian:12.1\nRUN apt update && apt install curl\nADD app /app\n")
		},
		skipped: map[string]string{"autofix run-checker --checker=shellcheck": "ShellCheck is not among the tools of this test; TestReadyMade runs it"},
	},
	{
		guide: "docs/formats.md",
		setUp: func(t *testing.T, w *workspace) {
			w.write(t, "app.py", "import os\n")
			w.write(t, "out.sarif", `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": []}]}`)
			w.program(t, "ruff", "echo '[]'")
			w.program(t, "eslint", "echo '[]'")
			w.program(t, "flake8", "echo './app.py:1:1: F401 unused'")
		},
	},
	{guide: "docs/reports.md", setUp: func(t *testing.T, w *workspace) {
		aWorkspace(t, w)
		w.write(t, ".git/info/exclude", "monday.json\n*.artifacts.json\n") // nobody lays them out
		w.shell(t, "autofix fix --mode=check --out=artifacts=monday.json").wantCode(t, 0)
		w.program(t, "curl", "cat autofix.artifacts.json") // which the page wrote
	}},
	{guide: "docs/editors.md", skipped: map[string]string{
		"npm":  "it needs a registry; TestVSCode of the command runs what it makes",
		"code": "VS Code is not among the tools of this test; TestVSCode runs its client library",
	}},
	{guide: "docs/init.md", setUp: aWorkspace, skipped: map[string]string{
		"go build":      "it builds the tool, which this test has",
		"tools/autofix": "so that there is none in tools",
		"bazel run":     "TestGettingStartedFollowedInAFreshWorkspace runs what it would",
	}},
	{guide: "docs/hooks.md", skipped: map[string]string{
		"#!/bin/sh":            "a file, which TestHooksOfTheGuide of the command runs",
		"autofix fix --staged": "a file, which TestHooksOfTheGuide of the command runs with husky",
	}},
	{guide: "docs/fix_actions.md", skipped: map[string]string{"#!/bin/sh": "a file, which TestTheScriptOfTheGuide of the command compares with the one that it runs"}},
	{guide: "docs/ai.md", skipped: map[string]string{"autofix": needsAgent, "bazel run //:fix -- --ai": needsAgent}},
	{guide: "docs/prove.md", skipped: map[string]string{"autofix prove": longProof}},
	{guide: "docs/pull_requests.md", skipped: map[string]string{"autofix prove": needsForge}},
	{guide: "docs/evidence.md", skipped: map[string]string{
		"openssl":       "a test of internal/prove/attest runs the commands of openssl",
		"autofix prove": longProof,
		"head -n 1":     "a test of internal/prove/attest runs the commands of openssl",
		"cosign":        "cosign cannot be had offline; the page says that it was not tried",
	}},
}

// aWorkspace is the one of the first guide, with a source and nothing to fix.
func aWorkspace(t *testing.T, w *workspace) {
	w.writeApp(t)
	w.setUp(t)
}

// program puts a stand-in for a program on the PATH of the commands.
func (w *workspace) program(t *testing.T, name, script string) {
	t.Helper()
	file := filepath.Join(scratch, "path", name)
	writeFile(t, file, "#!/bin/sh\n"+script+"\n")
	if err := os.Chmod(file, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(file) })
}

// sessions returns the shell blocks of a guide.
func sessions(t *testing.T, guide string) []docblocks.Block {
	t.Helper()
	blocks, err := docblocks.Read(readFile(t, filepath.Join(repository, guide)))
	if err != nil {
		t.Fatalf("%s: %v", guide, err)
	}
	return slices.DeleteFunc(blocks, func(b docblocks.Block) bool {
		return !slices.Contains([]string{"console", "sh", "bash", "shell"}, b.Language)
	})
}

// reason returns why a command is skipped, "" if it is not.
func (p *page) reason(command string) string {
	for beginning, reason := range p.skipped {
		if strings.HasPrefix(command, beginning) {
			return reason
		}
	}
	return ""
}

// commandsOf returns the commands of a block: those of a session, or a script.
func commandsOf(b docblocks.Block) []string {
	if b.Language == "console" {
		return commands(b)
	}
	return []string{b.Text}
}

// Every page is followed: a new page with a shell block needs a row, and a row
// says nothing of a block that is not there.
func TestEveryPageWithCommandsIsFollowed(t *testing.T) {
	rows := map[string]*page{}
	for i := range guidePages {
		rows[guidePages[i].guide] = &guidePages[i]
	}
	guides := []string{"README.md"}
	for _, glob := range []string{"docs/*.md", "docs/[^r]*/*.md"} { // the pages of docs/rules show files, not commands
		found, err := filepath.Glob(filepath.Join(repository, glob))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			guides = append(guides, strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(repository)+"/"))
		}
	}
	for _, guide := range guides {
		blocks := sessions(t, guide)
		row := rows[guide]
		delete(rows, guide)
		switch {
		case row == nil && len(blocks) == 0:
			continue
		case row == nil:
			t.Errorf("%s:%d: no row of guidePages follows this", guide, blocks[0].Line)
			continue
		}
		headings, beginnings := map[string]bool{}, map[string]bool{}
		for _, block := range blocks {
			headings[block.Heading] = true
			for _, command := range commandsOf(block) {
				for beginning := range row.skipped {
					beginnings[beginning] = beginnings[beginning] || strings.HasPrefix(command, beginning)
				}
			}
		}
		for heading := range row.elsewhere {
			if !headings[heading] {
				t.Errorf("%s: no commands below the heading %q", guide, heading)
			}
		}
		for beginning := range row.skipped {
			if !beginnings[beginning] {
				t.Errorf("%s: no command begins with %q", guide, beginning)
			}
		}
	}
	for guide := range rows {
		t.Errorf("%s: there is no such page", guide)
	}
}

// The pages that no other test follows, word for word: each command that is not
// skipped runs, in the order of the page.
func TestPagesFollowed(t *testing.T) {
	for _, p := range guidePages {
		t.Run(strings.NewReplacer("/", "_", ".md", "").Replace(p.guide), func(t *testing.T) {
			var w *workspace
			for _, block := range sessions(t, p.guide) {
				if p.elsewhere[block.Heading] != nil {
					continue
				}
				for _, command := range commandsOf(block) {
					if reason := p.reason(command); reason != "" {
						t.Logf("%s:%d: skipped: %s", p.guide, block.Line, reason)
						continue
					}
					if w == nil {
						w = newUser(t, "page_"+strings.NewReplacer("/", "_", ".", "_").Replace(p.guide))
						if err := os.Symlink(tool, filepath.Join(scratch, "path", "autofix")); err != nil && !os.IsExist(err) {
							t.Fatal(err)
						}
						if p.setUp != nil {
							p.setUp(t, w)
						}
						w.git(t, "add", "--all")
						w.git(t, "commit", "--quiet", "--allow-empty", "--message=What the page takes for granted")
					}
					w.shell(t, strings.TrimSpace(command)).wantCode(t, p.codes[strings.TrimSpace(command)])
				}
			}
		})
	}
}

// ruffStandIn is a ruff with one rule, and a formatter that removes spaces.
const ruffStandIn = `#!/bin/sh
verb=$1
shift
separator=
[ "$verb" = format ] || printf '['
for file; do
	case $file in
	-*) continue ;;
	esac
	if [ "$verb" = format ]; then
		sed 's/  */ /g' "$file" >"$file.new" && cat "$file.new" >"$file" && rm "$file.new"
	elif grep -q '^import os$' "$file"; then
		printf '%s{"code": "F401", "message": "os imported but unused", "filename": "%s", "location": {"row": 1, "column": 8}, "end_location": {"row": 1, "column": 10}, "fix": {"applicability": "safe", "message": "Remove it", "edits": [{"content": "", "location": {"row": 1, "column": 1}, "end_location": {"row": 2, "column": 1}}]}}' "$separator" "$PWD/$file"
		separator=,
	fi
done
[ "$verb" = format ] || printf ']\n'
`

// docs/linters followed word for word, with a stand-in for ruff: the aspect that
// is named without an output group reports, fix runs the tools, and the gate
// opens.
func TestLintersGuideFollowed(t *testing.T) {
	const guide = "docs/linters/README.md"
	w := newUser(t, "linters_guide")
	w.write(t, "tools/machine/ruff", ruffStandIn)
	w.write(t, "tools/autofix", readFile(t, tool))
	for _, name := range []string{"tools/machine/ruff", "tools/autofix"} {
		if err := os.Chmod(w.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.write(t, "ruff.toml", "line-length = 100\n")
	w.write(t, "BUILD.bazel", "exports_files([\"ruff.toml\"])\n")
	w.write(t, "MODULE.bazel", moduleBlock(t))
	w.write(t, "app/BUILD.bazel", "filegroup(\n    name = \"app\",\n    srcs = [\"app.py\"],\n)\n")
	const bad, good = "import os\nx  =  1\n", "x = 1\n"
	w.write(t, "app/app.py", bad)

	// The workspace names the machine after the tools, as the page does.
	blocks := section(t, guide, "Set up")
	machine := slices.IndexFunc(blocks, func(b docblocks.Block) bool { return b.File == "MODULE.bazel" })
	session := slices.IndexFunc(blocks, func(b docblocks.Block) bool { return b.Language == "console" })
	if machine < 0 || session < 0 || len(blocks) != 5 {
		t.Fatalf("%s: other blocks than the tools, the aspects, fix, the commands and the machine: %+v", guide, blocks)
	}
	w.follow(t, append(slices.Clone(blocks[:session]), blocks[machine]))
	w.replace(t, "MODULE.bazel", `path = "/usr/bin"`, `path = "`+w.path("tools/machine")+`"`)
	// A file has its loads at its top.
	w.write(t, "BUILD.bazel", blocks[session-1].Text+"\nexports_files([\"ruff.toml\"])\n")
	w.git(t, "add", "--all")

	lines := commands(blocks[session])
	if len(lines) != 3 {
		t.Fatalf("%s: %d commands: %q", guide, len(lines), lines)
	}
	report, fix, gate := lines[0], lines[1], lines[2]

	// Without `aspect`, fix says what it did not run, and the gate stays shut.
	aspect := "    aspect = \"//tools/lint:lint.bzl%lint_fix\",\n"
	w.replace(t, "BUILD.bazel", aspect, "")
	got := w.shell(t, fix).wantCode(t, 0)
	if want := "//tools/lint:lint.bzl%lint_strict also has ruff, ruff_format, which did not run; set aspect = \"//tools/lint:lint.bzl%lint_fix\" in the target //:fix"; !strings.Contains(got.stdout, want) {
		t.Errorf("fix does not say %q:\n%s", want, got.stdout)
	}
	if text := w.read(t, "app/app.py"); text != bad {
		t.Errorf("app.py: %q", text)
	}
	w.replace(t, "BUILD.bazel", "    name = \"autofix_config\",\n", "    name = \"autofix_config\",\n"+aspect)

	reported := w.shell(t, report).wantCode(t, 0)
	if want := "//app:app: 1 finding in 1 file (1 warning), 1 fixable; the output group autofix_report lists them in bazel-bin/app/app.autofix/lint/ruff.txt\n"; !strings.Contains(reported.stdout+reported.stderr, want) {
		t.Errorf("the aspect does not say %q:\n%s%s", want, reported.stdout, reported.stderr)
	}
	if text := w.read(t, "bazel-bin/app/app.autofix/lint/ruff.txt"); !strings.Contains(text, "app/app.py:1:8: ") {
		t.Errorf("the report: %s", text)
	}
	w.shell(t, gate).wantCode(t, 1).wantStderr(t, "app/app.py:1:8: ")
	w.shell(t, fix).wantCode(t, 0)
	if text := w.read(t, "app/app.py"); text != good {
		t.Errorf("app.py: %q, want %q", text, good)
	}
	w.shell(t, gate).wantCode(t, 0)
}

//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// broken adds packages and targets to the workspace of examples/scripts that
// are broken in many ways, each next to a good one with a file to fix.
func broken(t *testing.T) *workspace {
	t.Helper()
	w := scripts.fresh(t)
	for name, text := range map[string]string{
		"syntax/BUILD.bazel":      "filegroup(name = \"x\", srcs = [\"x.txt\"]\nthis is no Starlark (((\n",
		"syntax/good/BUILD.bazel": "filegroup(name = \"x\", srcs = [\"x.txt\"])\n",
		"load/BUILD.bazel":        "load(\"//nowhere:x.bzl\", \"x\")\n\nx(name = \"x\")\n",
		"fails/at/load/BUILD":     "fail(\"not today\")\n",
		"fails/fails.bzl":         "def _impl(ctx):\n    fail(\"no way\")\n\nfails = rule(implementation = _impl, attrs = {\"srcs\": attr.label_list(allow_files = True)})\n",
		"fails/BUILD.bazel":       "load(\":fails.bzl\", \"fails\")\n\nfails(name = \"boom\", srcs = [\"x.txt\"])\n",
		"needs/BUILD.bazel": `filegroup(name = "x", srcs = ["x.txt"])
filegroup(name = "broken", srcs = ["//syntax:x"])
filegroup(name = "missing", srcs = ["gone.txt"])
filegroup(name = "cycle", srcs = [":cycle"])
`,
	} {
		w.write(t, name, text)
		w.write(t, filepath.Dir(name)+"/x.txt", "no final newline")
	}
	return w
}

// Broken targets are reported by name, the rest is fixed, and the printed
// command excludes exactly the broken targets.
func TestFixGoesOnWithoutWhatIsBroken(t *testing.T) {
	w := broken(t)
	before := w.sources(t)
	told := []string{
		"package //fails/at/load does not load: Error in fail: not today\n",
		"package //load does not load: ", "package //syntax does not load: syntax error at 'this'",
		"  //fails:boom could not be analyzed: Error in fail: no way\n",
		"  //needs:broken could not be analyzed: needs //syntax:x\n",
		"  //needs:cycle could not be analyzed\n",
		"  //needs:missing was not checked: ", "is missing: //needs:gone.txt\n",
	}

	strict := w.bazel(t, "run", "//:fix", "--", "--policy=strict").wantCode(t, 3).wantStderr(t, told...).wantStderr(t, "\n  nothing was written; ")
	w.wantUntouched(t, before)

	preview := w.bazel(t, "run", "//:fix", "--", "--mode=check").wantCode(t, 3).wantStderr(t, told...)
	w.wantUntouched(t, before)

	got := w.bazel(t, "run", "//:fix", "--", "--undeclared=fix").wantCode(t, 3).wantStderr(t, told...).wantStderr(t, "\n  the rest was checked and fixed; ")
	var changed []string
	for name, source := range w.sources(t) {
		if source.text != before[name].text {
			changed = append(changed, name)
		}
	}
	// The files of a package that does not load are unknown.
	for _, name := range changed {
		if strings.HasPrefix(name, "load/") || strings.HasPrefix(name, "fails/at/load/") || filepath.Dir(name) == "syntax" {
			t.Errorf("%s changed", name)
		}
	}
	for _, name := range []string{"syntax/good/x.txt", "needs/x.txt"} {
		if want := "no final newline\n"; w.read(t, name) != want {
			t.Errorf("%s is %q, want %q", name, w.read(t, name), want)
		}
	}

	const leftOut = "//... -//fails:boom -//needs:broken -//needs:cycle -//needs:missing -- --deleted_packages=fails/at/load,load,syntax\n"
	for _, run := range []struct {
		of    result
		flags string
	}{
		{strict, "--policy=strict "},
		{preview, "--mode=check "},
		{got, "--undeclared=fix "},
	} {
		_, command, found := strings.Cut(run.of.stderr, "or leave it out: ")
		if want := "bazel run //:fix -- " + run.flags + leftOut; !found || command != want {
			t.Errorf("the command is %q, want %q", command, want)
			continue
		}
		w.shell(t, strings.TrimSpace(command)).wantCode(t, 0)
	}
	if got := w.read(t, "syntax/x.txt"); strings.HasSuffix(got, "\n") {
		t.Errorf("syntax/x.txt is %q: of a package that does not load, nothing is fixed", got)
	}
}

// A pattern that covers only broken targets is empty without them.
func TestFixOfOnlyBrokenPackages(t *testing.T) {
	w := broken(t)
	for _, test := range []struct {
		patterns []string
		code     int
		command  string
	}{
		{[]string{"//syntax/...", "//load/...", "//needs:x"}, 3, "bazel run //:fix -- //syntax/... //needs:x -- --deleted_packages=load,syntax\n"},
		{[]string{"//load/..."}, 3, ""},
	} {
		got := w.bazel(t, "run", append([]string{"//:fix", "--"}, test.patterns...)...).wantCode(t, test.code)
		_, command, _ := strings.Cut(got.stderr, "or leave it out: ")
		if diff := cmp.Diff(test.command, command); diff != "" {
			t.Errorf("%q: command: -want +got:\n%s", test.patterns, diff)
		}
		if command != "" {
			w.shell(t, strings.TrimSpace(command)).wantCode(t, 0)
		}
	}
}

func TestFixGoesOnWithoutACheckThatCrashes(t *testing.T) {
	w := scripts.fresh(t)
	ownCheckers(t, w)
	w.replace(t, "tools/own/BUILD.bazel", `"--code=1",`, `"--code=1", "--fault=exit",`)
	w.write(t, "plain/BUILD.bazel", "filegroup(name = \"x\", srcs = [\"x.sh\"])\n")
	w.write(t, "plain/x.sh", "echo")
	const told = "AutofixChecker of //texts:texts failed: exit 3\n"
	run := func(args ...string) result {
		t.Helper()
		return w.bazel(t, "run", append([]string{"//tools/own:fix", "--"}, args...)...).wantCode(t, 3).wantStderr(t, told)
	}
	before := w.sources(t)
	strict := run("--policy=strict", "//texts", "//plain:all")
	w.wantUntouched(t, before)

	run("//texts", "//plain:all")
	for _, name := range []string{"both.txt", "grey.txt", "page.md"} {
		if got := w.read(t, "texts/"+name); got != before["texts/"+name].text {
			t.Errorf("texts/%s is %q: one of its checks crashed", name, got)
		}
	}
	if got := w.read(t, "plain/x.sh"); got != "echo\n" {
		t.Errorf("plain/x.sh is %q", got)
	}
	_, command, _ := strings.Cut(strict.stderr, "or leave it out: ")
	want := fmt.Sprintln("bazel run //tools/own:fix -- --policy=strict //texts //plain:all -//texts:texts")
	if command != want {
		t.Fatalf("the command is %q, want %q", command, want)
	}
	if err := os.WriteFile(w.path("plain/x.sh"), []byte("echo"), 0o666); err != nil {
		t.Fatal(err)
	}
	w.shell(t, strings.TrimSpace(command)).wantCode(t, 0)
	if got := w.read(t, "plain/x.sh"); got != "echo\n" {
		t.Errorf("after the command plain/x.sh is %q", got)
	}
}

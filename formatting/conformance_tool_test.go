//go:build conformance

package formatting_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

// A tool is the real one, and the language that is to do the same.
type tool struct {
	name     string
	language formatting.Language
	command  func(*testing.T) string // installs it, and returns its path
	write    []string                // its arguments to format files in place, which follow
	runs     int                     // how often it is run, if not once
	copied   func(string) string     // the base name of a file's copy, by that of the file; nil: the same
	excused  func(ours, theirs []byte) string
	path     string // of the command
}

// chunk is how many files a tool gets at once.
const chunk = 500

// compare formats files, and compares what comes out with what the tool makes
// of them.
func (tool *tool) compare(t *testing.T, files []file) tally {
	var sum tally
	for part := range slices.Chunk(files, chunk) {
		registry := formatting.NewRegistry(tool.language)
		var easy, hard []file // by whether we format them
		var ours []formatting.Result
		var errs []error
		for _, f := range part {
			got, err := registry.Format(filepath.ToSlash(f.name), f.src)
			if err != nil {
				hard, errs = append(hard, f), append(errs, err)
			} else {
				easy, ours = append(easy, f), append(ours, got)
			}
		}
		for i, theirs := range tool.format(t, easy, true) {
			sum.add(t, easy[i], ours[i], nil, theirs, tool)
		}
		for i, theirs := range tool.format(t, hard, false) {
			sum.add(t, hard[i], formatting.Result{}, errs[i], theirs, tool)
		}
	}
	return sum
}

// formatted is what a tool made of a file, or its error.
type formatted struct {
	text []byte
	err  error
}

// format returns what the tool makes of files. It gets them all at once, if
// that goes without an error, or one at a time.
func (tool *tool) format(t *testing.T, files []file, atOnce bool) []formatted {
	folder := t.TempDir()
	defer os.RemoveAll(folder)
	names := make([]string, len(files))
	write := func(i int) {
		if err := os.WriteFile(names[i], files[i].src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, f := range files {
		base := filepath.Base(f.name)
		if tool.copied != nil {
			base = tool.copied(base)
		}
		names[i] = filepath.Join(folder, fmt.Sprint(i), base)
		if err := os.Mkdir(filepath.Dir(names[i]), 0o777); err != nil {
			t.Fatal(err)
		}
		write(i)
	}
	results := make([]formatted, len(files))
	if !atOnce || tool.run(folder, names) != nil {
		for i := range files {
			write(i)
			results[i].err = tool.run(folder, names[i:i+1])
		}
	}
	for i, name := range names {
		var err error
		if results[i].text, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return results
}

// run formats files in place, as often as it takes.
func (tool *tool) run(folder string, names []string) error {
	for range max(1, tool.runs) {
		command := exec.Command(tool.path, append(slices.Clone(tool.write), names...)...)
		command.Dir = folder
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %.1000s", err, out)
		}
	}
	return nil
}

// unsettled reports whether the tool changes a text again that it has made of
// f, or fails on it.
func (tool *tool) unsettled(t *testing.T, f file, once formatted) bool {
	if once.err != nil {
		return true
	}
	twice := tool.format(t, []file{{f.name, once.text}}, false)[0]
	return twice.err != nil || !bytes.Equal(once.text, twice.text)
}

// add counts a file.
func (sum *tally) add(t *testing.T, f file, ours formatting.Result, err error, theirs formatted, tool *tool) {
	sum.files++
	_, syntax := errors.AsType[*formatting.SyntaxError](err)
	refused, _ := errors.AsType[*formatting.RefusedError](err)
	switch {
	case syntax && theirs.err != nil:
		sum.invalid++
		t.Log(err)
	case syntax:
		sum.differ(t, "%v, but the tool formats it", err)
	case refused != nil:
		sum.refuse(t, refused)
		if !noFormatterSees(refused) && !tool.unsettled(t, f, theirs) {
			sum.differ(t, "%s is refused, but the tool is stable on it", f.name)
		}
	case err != nil:
		sum.differ(t, "%v", err)
	case theirs.err != nil:
		sum.differ(t, "%s: formatted, but the tool fails: %v", f.name, theirs.err)
	case sameLines(ours.Text, theirs.text, f.src):
		sum.identical++
		if ours.Changed {
			sum.changed++
		}
	case tool.excused != nil && tool.excused(ours.Text, theirs.text) != "":
		sum.excuse(t, f, tool.excused(ours.Text, theirs.text))
	case sameLines(ours.Text, tool.format(t, []file{{f.name, theirs.text}}, false)[0].text, f.src):
		sum.excuse(t, f, "the tool is not stable on it: ours is the text of its second run")
	default:
		sum.differ(t, "%s: not the tool's text", f.name)
	}
}

// sameLines reports whether ours is theirs. CRLF is kept by us and made LF by
// the tools, so in files that have it line ends do not count.
func sameLines(ours, theirs, src []byte) bool {
	if _, crlf := lineends.ToLF(src).Counts(); crlf > 0 {
		ours, theirs = lineends.ToLF(ours).Text, lineends.ToLF(theirs).Text
	}
	return bytes.Equal(ours, theirs)
}

// losesComment is about comments between labels, which Terraform drops.
func losesComment(ours, theirs []byte) string {
	if mark := []byte("/*"); bytes.Count(theirs, mark) < bytes.Count(ours, mark) {
		return "the tool loses a comment"
	}
	return ""
}

// terraform returns the path of the command that AUTOFIX_TERRAFORM names.
func terraform(t *testing.T) string {
	path := os.Getenv("AUTOFIX_TERRAFORM")
	if path == "" {
		t.Skip("AUTOFIX_TERRAFORM is not set: it is the path of the command terraform, which is not a dependency of this module")
	}
	return path
}

// built returns the path of a command of a module that go.mod has.
func built(t *testing.T, command string) string {
	path := filepath.Join(t.TempDir(), "tool")
	if out, err := exec.Command("go", "build", "-o", path, command).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// installed returns the path of a command that needs more modules than our
// go.mod has, built from its module at the version that go.mod has of it.
func installed(t *testing.T, module, command string) string {
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	install := exec.Command("go", "install", module+"/"+command+"@"+strings.TrimSpace(string(version)))
	install.Env = append(os.Environ(), "GOBIN="+bin)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(bin, filepath.Base(command))
}

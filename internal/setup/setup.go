// Package setup computes the files that set a repository up for autofix. Text
// that is already there stays, byte for byte, and a second run changes nothing.
package setup

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/setup/survey"
)

// presets is equal to rules/autofix.bazelrc.
//
//go:embed autofix.bazelrc
var presets []byte

// The CI services that Options.CI may name.
const GitHub = "github"

// Options configure a plan.
type Options struct {
	Version  string                 // of rules_autofix
	Tool     string                 // the path of the program for MODULE.bazel; empty: a release
	Checkout string                 // the path of a checkout of rules_autofix for MODULE.bazel; empty: the registry
	NoBazel  bool                   // nothing of Bazel
	Checkers bool                   // the tools in use are declared in autofix.toml
	Hook     bool                   // a hook of git
	CI       string                 // a service, or ""
	Checked  func(file string) bool // whether a checker looks at a file
}

// A Plan has the files to write, and notes about the rest.
type Plan struct {
	Files []fixedits.FileChange // by path
	Notes []string              // lines
}

// An Error is the reason why a repository cannot be set up.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Make returns the plan for a repository with some files. Its errors are
// *Errors, and about files that cannot be read.
func Make(source config.Reader, r *survey.Repository, files []string, opts Options) (*Plan, error) {
	m := &maker{Options: opts, source: source, repository: r, files: files, texts: map[string]*text{}}
	steps := []func() error{m.configuration}
	if r.Bazel.In() && r.Bazel.Name != ruleset && !opts.NoBazel {
		steps = append(steps, m.module, m.build, m.bazelrc)
	}
	if opts.Tool != "" && !opts.NoBazel {
		steps = append(steps, m.ignored)
	}
	if opts.Hook {
		steps = append(steps, m.hook)
	}
	if opts.CI == GitHub {
		steps = append(steps, m.workflow)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return m.plan(), nil
}

// A maker makes a plan.
type maker struct {
	Options
	source     config.Reader
	repository *survey.Repository
	files      []string
	texts      map[string]*text // that were read or created, by path
	notes      []string
}

// A text is a file that the plan may change or create.
type text struct {
	before, now []byte
	exists      bool
	executable  bool // if it does not exist
}

// read returns a file, which need not exist.
func (m *maker) read(name string) (*text, error) {
	if known := m.texts[name]; known != nil {
		return known, nil
	}
	content, err := m.source.Read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{fmt.Errorf("%w: nothing can be added to it", err)}
	}
	t := &text{before: content, now: content, exists: err == nil}
	m.texts[name] = t
	return t, nil
}

// create sets the text of a file that does not exist.
func (m *maker) create(name, content string) error {
	t, err := m.read(name)
	if err == nil && !t.exists {
		t.now = []byte(content)
	}
	return err
}

// add adds lines at the end of a file, which need not exist, after a separator
// unless it is empty.
func (m *maker) add(name, separator, lines string) error {
	t, err := m.read(name)
	if err != nil {
		return err
	}
	switch {
	case len(bytes.TrimSpace(t.now)) == 0:
	case t.now[len(t.now)-1] != '\n':
		lines = "\n" + separator + lines
	default:
		lines = separator + lines
	}
	t.replace(len(t.now), len(t.now), lines)
	return nil
}

// replace replaces a range of the text, with the line ends of the file.
func (t *text) replace(start, end int, lines string) {
	if bytes.Contains(t.before, []byte("\r\n")) {
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	}
	now, err := fixedits.Apply(t.now, []fixedits.Edit{{Start: start, End: end, New: []byte(lines)}})
	if err != nil {
		panic("setup: " + err.Error()) // a range of a parsed text is in it
	}
	t.now = now
}

// note tells a person something.
func (m *maker) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// plan returns the changes.
func (m *maker) plan() *Plan {
	p := &Plan{Notes: m.notes}
	for name, t := range m.texts {
		change := fixedits.FileChange{Path: name, Before: t.before, After: t.now, Created: !t.exists, Executable: t.executable}
		if t.exists {
			change.BeforeSHA256 = fixedits.Digest(t.before)
		}
		if change.Changes() && (t.exists || len(t.now) > 0) {
			p.Files = append(p.Files, change)
		}
	}
	slices.SortFunc(p.Files, func(a, b fixedits.FileChange) int { return strings.Compare(a.Path, b.Path) })
	return p
}

// configuration creates autofix.toml.
func (m *maker) configuration() error {
	content := "# The configuration of autofix. Every setting has a default: see docs/configuration.md of rules_autofix, and\n# `autofix rules` for the rules that a [rules.\"NAME\"] table sets.\n"
	if len(m.repository.Use("gofumpt")) > 0 {
		content += "\n# " + strings.Join(m.repository.Use("gofumpt"), ", ") + " has gofumpt.\n[format.go]\nstyle = \"gofumpt\"\n"
	}
	if m.Checkers {
		content += m.declared()
		if m.source.Exists(config.Name) {
			m.note("%s stays as it is: docs/linters has the tables for [checkers]", config.Name)
		}
	}
	return m.create(config.Name, content)
}

// ignored keeps a program of the workspace out of git.
func (m *maker) ignored() error {
	if strings.HasPrefix(m.Tool, "../") || path.IsAbs(m.Tool) {
		return nil
	}
	t, err := m.read(".gitignore")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(t.now)) {
		if line = strings.TrimSpace(line); line == "/"+m.Tool || line == m.Tool || line == path.Base(m.Tool) {
			return nil
		}
	}
	return m.add(".gitignore", "", "/"+m.Tool+"\n")
}

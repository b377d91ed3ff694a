// Package programs adds the checkers of [checkers] that the person trusts to the
// programs of a run.
package programs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// Settings say which of the declared checkers run.
type Settings struct {
	Root    string   // of the workspace
	Trust   bool     // all run, whether or not the person has trusted them
	Without []string // names of checkers that do not run

	// Shown returns the path of a configuration file for messages.
	Shown func(path string) string
	// Note is called with a line about commands that do not run.
	Note func(line string)
	// Refused is called with the results of a checker that are not used. A
	// later round has most of them again.
	Refused func(from string, refused []*adapters.Refusal)
}

// Declared are the checkers that the configurations of a run declare.
type Declared struct {
	Names   []string
	linters []func(file string) bool // whether each linter is for a file
}

// Lints reports whether a declared checker is for a file, and is more than a
// formatter. A checker that is not trusted or left out counts too: the run
// reports it, or the person left it out.
func (d *Declared) Lints(file string) bool {
	return slices.ContainsFunc(d.linters, func(lints func(string) bool) bool { return lints(file) })
}

// Declarations returns the checkers that the configurations of files declare,
// by path. opts has the configurations.
func Declarations(files []string, opts *pipeline.Options) ([]*declared.Declaration, error) {
	checkers := opts.Tools.Checkers
	all, err := declared.Declarations(files, opts.Config, append(checkers.Names(), checkers.Tool.Name))
	if err != nil {
		return nil, &pipeline.ConfigError{Err: err}
	}
	return all, nil
}

// Begin adds the checkers that the configurations of files declare to the
// options of a run, and returns them. Commands that the person has not trusted
// do not run; under the strict policy, they are an error.
func (s *Settings) Begin(files []string, opts *pipeline.Options) (*Declared, error) {
	all, err := Declarations(files, opts)
	if err != nil {
		return nil, err
	}
	found := &Declared{}
	for _, d := range all {
		found.Names = append(found.Names, d.Names()...)
		for _, checker := range d.Checkers {
			if checker.Lints() {
				found.linters = append(found.linters, checks(d, checker, opts))
			}
		}
		d.Checkers = slices.DeleteFunc(d.Checkers, func(checker *declared.Checker) bool {
			return slices.Contains(s.Without, checker.Name) || !slices.ContainsFunc(files, checks(d, checker, opts))
		})
		if len(d.Checkers) == 0 {
			continue
		}
		why, err := s.untrusted(d, opts)
		switch {
		case err != nil:
			return nil, &exit.UsageError{Err: err}
		case why != "" && opts.Policy == policy.Strict:
			return nil, &exit.UsageError{Err: errors.New(why)}
		case why != "":
			s.Note(why)
			continue
		}
		for _, checker := range d.Checkers {
			opts.Programs = append(opts.Programs, s.program(d, checker, opts))
		}
	}
	return found, nil
}

// checks returns a function that reports whether a checker of the declaration
// checks a file.
func checks(d *declared.Declaration, checker *declared.Checker, opts *pipeline.Options) func(file string) bool {
	return func(file string) bool {
		c := opts.Config.For(file)
		return c != nil && c.Path == d.File && checker.Checks(file)
	}
}

// untrusted returns why the commands of a declaration are not run, with the way
// out, or "".
func (s *Settings) untrusted(d *declared.Declaration, opts *pipeline.Options) (why string, err error) {
	if s.Trust {
		return "", nil
	}
	trusted, changed, err := Trusts(s.Root, d, opts.Tools)
	if err != nil || trusted {
		return "", err
	}
	are, because := "are", "you have not trusted their commands"
	if len(d.Checkers) == 1 {
		are, because = "is", "you have not trusted its command"
	}
	if changed {
		because = "[checkers] has changed since you trusted it"
	}
	return fmt.Sprintf("%s: %s %s not run, because %s: `autofix trust --show` shows what would run, `autofix trust` allows it, and --trust does so for one run",
		s.Shown(d.File), strings.Join(d.Names(), ", "), are, because), nil
}

// Trusts reports whether the person trusts the commands of a declaration in the
// workspace at root, or whether they have changed since the person trusted them.
func Trusts(root string, d *declared.Declaration, tools pipeline.Tools) (trusted, changed bool, err error) {
	own, err := person.Load(root, tools.Sections...)
	if err != nil || own.Trusts(root) {
		return err == nil, false, err
	}
	entry, err := person.EntryOf(root, d.File, d.Digest)
	if err != nil {
		return false, false, err
	}
	known, err := person.Trusted(entry)
	if err != nil || known == nil {
		return false, false, err
	}
	return *known == entry, *known != entry, nil
}

// program returns a checker in the form in which a run uses it.
func (s *Settings) program(d *declared.Declaration, checker *declared.Checker, opts *pipeline.Options) *pipeline.Program {
	return &pipeline.Program{
		Name: checker.Name, Declared: d.File, Checks: checks(d, checker, opts),
		Run: func(ctx context.Context, mirror *external.Mirror, files []fixedits.Snapshot) (*artifact.Artifact, error) {
			program, err := checker.Find(s.Root)
			if err != nil {
				return nil, err
			}
			runs := checker.External(s.Root, program, ownVariables())
			runs.Mirror = mirror
			switch use := &checker.Use; {
			case use.Rewrites():
				runs.Rewrite = Rewrite(use, nil, opts)
			case use.Format == declared.Dockerfile:
				AsShellcheck(runs)
			}
			found, refused, err := runs.Check(ctx, "", files)
			s.Refused("checker "+checker.Name, refused)
			return found, err
		},
	}
}

// ownVariables returns the variables of the person that programs get, which
// locate programs and their data. The others are the same everywhere.
func ownVariables() []string {
	names := []string{"PATH", "HOME"}
	if runtime.GOOS == "windows" {
		names = []string{"PATH", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"}
	}
	var all []string
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			all = append(all, name+"="+value)
		}
	}
	return all
}

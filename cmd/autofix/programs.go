package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/adapters"
	"github.com/rules-autofix/rules_autofix/adapters/declared"
	"github.com/rules-autofix/rules_autofix/adapters/external"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/person"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// programFlags are the flags of verbs that run the checkers of [checkers].
type programFlags struct {
	Trust bool

	linters []func(file string) bool // whether each linter that is declared is for a file
}

func (p *programFlags) declare(f cli.FlagSet) {
	cli.FromVariable(f.Toggle(&p.Trust, "trust", "Run the commands of [checkers] in this run, whether or not you have trusted them with `autofix trust`."), "AUTOFIX_TRUST")
}

// flags returns the flags for a printed command.
func (p *programFlags) flags() []string {
	if p.Trust {
		return []string{"--trust"}
	}
	return nil
}

// A declaration is the [checkers] of one configuration file.
type declaration struct {
	file     string // the path of the configuration file, as in messages
	digest   string // of the declarations
	checkers []*declared.Checker
}

// declarations returns the checkers that the configurations of files declare, by
// path. opts has the configurations.
func declarations(files []string, opts *pipeline.Options) ([]*declaration, error) {
	taken := append(opts.Tools.Checkers.Names(), opts.Tools.Checkers.Tool.Name)
	known := map[string]*declaration{}
	seen := map[*config.Config]bool{}
	var errs []error
	for _, file := range files {
		c := opts.Config.For(file)
		if c == nil || seen[c] {
			continue
		}
		seen[c] = true
		if known[c.Path] != nil {
			continue
		}
		checkers, err := declared.Of(c, taken)
		if err != nil {
			errs = append(errs, err)
		}
		if len(checkers) > 0 {
			known[c.Path] = &declaration{c.Path, declared.Digest(c), checkers}
		}
	}
	if len(errs) > 0 {
		return nil, &pipeline.ConfigError{Err: errors.Join(errs...)}
	}
	var all []*declaration
	for _, d := range known {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *declaration) int { return strings.Compare(a.file, b.file) })
	return all, nil
}

// checks returns a function that reports whether a checker of the declaration
// checks a file.
func (d *declaration) checks(checker *declared.Checker, opts *pipeline.Options) func(file string) bool {
	return func(file string) bool {
		c := opts.Config.For(file)
		return c != nil && c.Path == d.file && checker.Checks(file)
	}
}

func (d *declaration) names() []string {
	names := make([]string, len(d.checkers))
	for i, checker := range d.checkers {
		names[i] = checker.Name
	}
	return names
}

// begin adds the checkers that the configurations of files declare to the
// options of a run, except the ones in without, and returns the names of all
// declared ones. It prints a note about commands that the person has not
// trusted, which do not run; under the strict policy, they are an error.
func (p *programFlags) begin(env *environment, ws *workspace.Workspace, files, without []string, opts *pipeline.Options) (names []string, err error) {
	all, err := declarations(files, opts)
	if err != nil {
		return nil, err
	}
	told := &toldRefusals{env: env, shown: env.Shown(ws.Root()), told: map[string]bool{}}
	for _, d := range all {
		names = append(names, d.names()...)
		for _, checker := range d.checkers {
			if lints(checker) {
				p.linters = append(p.linters, d.checks(checker, opts))
			}
		}
		d.checkers = slices.DeleteFunc(d.checkers, func(checker *declared.Checker) bool {
			return slices.Contains(without, checker.Name) || !slices.ContainsFunc(files, d.checks(checker, opts))
		})
		if len(d.checkers) == 0 {
			continue
		}
		why, err := p.untrusted(env, ws.Root(), d)
		switch {
		case err != nil:
			return nil, &cli.UsageError{Err: err}
		case why != "" && opts.Policy == policy.Strict:
			return nil, &cli.UsageError{Err: errors.New(why)}
		case why != "":
			fmt.Fprintf(env.Stderr, "autofix: %s\n", why)
			continue
		}
		for _, checker := range d.checkers {
			opts.Programs = append(opts.Programs, d.program(env, ws, checker, told, opts))
		}
	}
	return names, nil
}

// untrusted returns why the commands of a declaration are not run, with the way
// out, or "".
func (p *programFlags) untrusted(env *environment, root string, d *declaration) (why string, err error) {
	if p.Trust {
		return "", nil
	}
	own, err := person.Load(root, env.Tools().Sections...)
	if err != nil || own.Trusts(root) {
		return "", err
	}
	entry, err := person.EntryOf(root, d.file, d.digest)
	if err != nil {
		return "", err
	}
	trusted, err := person.Trusted(entry)
	if err != nil || trusted != nil && *trusted == entry {
		return "", err
	}
	are, because := "are", "you have not trusted their commands"
	if len(d.checkers) == 1 {
		are, because = "is", "you have not trusted its command"
	}
	if trusted != nil {
		because = "[checkers] has changed since you trusted it"
	}
	return fmt.Sprintf("%s: %s %s not run, because %s: `autofix trust --show` shows what would run, `autofix trust` allows it, and --trust does so for one run",
		report.OneLine(env.Shown(root).Of(d.file)), strings.Join(d.names(), ", "), are, because), nil
}

// program returns a checker in the form in which a run uses it.
func (d *declaration) program(env *environment, ws *workspace.Workspace, checker *declared.Checker, told *toldRefusals, opts *pipeline.Options) *pipeline.Program {
	return &pipeline.Program{
		Name: checker.Name, Declared: d.file, Checks: d.checks(checker, opts),
		Run: func(ctx context.Context, mirror *external.Mirror, files []fixedits.Snapshot) (*artifact.Artifact, error) {
			program, err := d.find(ws.Root(), checker)
			if err != nil {
				return nil, err
			}
			runs := checker.External(ws.Root(), program, ownVariables())
			runs.Mirror = mirror
			switch use := &checker.Use; {
			case use.Rewrites():
				made := rewriteFlags{InPlace: use.InPlace, Phase: use.Phase, Safety: use.Safety}
				runs.Rewrite = made.rewrite(use.Format, *opts)
			case use.Format == declared.Dockerfile:
				asShellcheck(runs)
			}
			found, refused, err := runs.Check(ctx, "", files)
			told.tell("checker "+checker.Name, refused)
			return found, err
		},
	}
}

// find returns the path of the program of a checker, absolute.
func (d *declaration) find(root string, checker *declared.Checker) (string, error) {
	name := checker.Command[0]
	if filepath.IsAbs(name) {
		return name, nil
	}
	if strings.ContainsRune(filepath.ToSlash(name), '/') {
		return filepath.Join(root, filepath.FromSlash(name)), nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // it would be the file of a checkout
		}
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("cannot run it: there is no %s in your PATH: install it, or write its path in command of [checkers.%s]", name, checker.Name)
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

// toldRefusals reports which results of programs are not used. A later round
// has most of them again.
type toldRefusals struct {
	env   *environment
	shown report.Shown
	mu    sync.Mutex
	told  map[string]bool
}

func (t *toldRefusals) tell(from string, refused []*adapters.Refusal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fresh := slices.DeleteFunc(slices.Clone(refused), func(r *adapters.Refusal) bool {
		key := from + "\x00" + report.OneLine(r.Error())
		was := t.told[key]
		t.told[key] = true
		return was
	})
	tellRefused(t.env.Stderr, from, fresh, t.shown)
}

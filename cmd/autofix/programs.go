package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// programFlags are the flags of verbs that run the checkers of [checkers].
type programFlags struct {
	Trust bool

	declared *programs.Declared
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

// begin adds the checkers that the configurations of files declare to the
// options of a run, except the ones in without, and returns the names of all
// declared ones.
func (p *programFlags) begin(env *environment, ws *workspace.Workspace, files, without []string, opts *pipeline.Options) (names []string, err error) {
	shown := env.Shown(ws.Root())
	settings := programs.Settings{
		Root: ws.Root(), Trust: p.Trust, Without: without,
		Shown:   func(path string) string { return inert.Line(shown.Of(path)) },
		Note:    func(line string) { fmt.Fprintf(env.Stderr, "autofix: %s\n", line) },
		Refused: newRefusals(env, shown),
	}
	if p.declared, err = settings.Begin(files, opts); err != nil {
		return nil, err
	}
	return p.declared.Names, nil
}

// newRefusals returns a function that reports which results of programs are not
// used. A later round has most of them again.
func newRefusals(env *environment, shown report.Shown) func(from string, refused []*adapters.Refusal) {
	var mu sync.Mutex
	told := map[string]bool{}
	return func(from string, refused []*adapters.Refusal) {
		mu.Lock()
		defer mu.Unlock()
		report.Refused(env.Stderr, from, slices.DeleteFunc(slices.Clone(refused), func(r *adapters.Refusal) bool {
			key := from + "\x00" + inert.Line(r.Error())
			was := told[key]
			told[key] = true
			return was
		}), shown)
	}
}

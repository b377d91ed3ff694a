package autofixai

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// A Recheck runs the checkers on a file of source with another text. source has
// the texts of the round, which may not be written yet.
type Recheck func(ctx context.Context, source pipeline.Source, path string, text []byte) (*pipeline.Rechecked, error)

// Contexts returns the description for a prompt of the workspace around a file.
type Contexts func(path string) (string, error)

// A Resolver asks an agent for fixes. It is for one run. Its Resolve method is a
// pipeline.Resolver.
type Resolver struct {
	Settings  *Settings
	Agents    Agents
	Recheck   Recheck
	Cache     *Cache                                // nil: none
	Secrets   Secrets                               // finds them in prompts
	Context   func(source pipeline.Source) Contexts // of the texts of a round; may be nil
	Reads     bool                                  // the agent may read files of the workspace
	Once      bool                                  // the run has no further round for the next fix of a file
	Preview   bool                                  // the run writes nothing
	Unchecked bool                                  // answers that nothing can judge are applied too
	Nonce     string                                // default: random
	Send      func(Sending)                         // if set, nobody is asked: it is called with the unsent question
	Unsent    func(prompt string) error             // records a question that Send lists; may be nil
	Watch     func(Step)                            // called before each question; may be nil
	Warn      func(error)                           // about problems that do not change the result; may be nil

	mu      sync.Mutex
	records map[string]*Record // by id of a fix
	asked   map[string]*asked  // by rule and path
	budget  *budget.Budget
	fatal   error // the first of an agent that could not be started, or of a recording that lacks a question
}

// resolving is one call of Resolve.
type resolving struct {
	*Resolver
	source pipeline.Source
	life   context.Context // of conversations: the run's
	known  int             // fixes that the run has asked for or may ask for now
	around Contexts        // nil: prompts say nothing of the workspace
}

// Records returns the outcomes of the questions of the run, by id of the fix.
func (r *Resolver) Records() map[string]*Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.records
}

// Failure returns the error of an agent that was needed and could not be
// started, or of a recording that lacks a question, or nil.
func (r *Resolver) Failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fatal
}

// Resolve asks for the edits of fixes: files side by side, and the fixes of one
// file one after the other, by the priority of their objectives. As soon as one
// is accepted, the others of its file are deferred, since they are to see its
// text.
func (r *Resolver) Resolve(ctx context.Context, source pipeline.Source, fixes []fixedits.Fix) ([]pipeline.Resolution, error) {
	r.start()
	byPath := map[string][]*fixedits.Fix{}
	var paths []string
	var answers []pipeline.Resolution
	for i := range fixes {
		fix := &fixes[i]
		if !IsID(fix.Resolver.ID) {
			continue
		}
		path, err := source.Canonical(fix.Resolver.Path)
		if fix.Resolver.Path == "" || err != nil {
			answers = append(answers, resolution(fix, unresolved(CodeNoPath, "the fix does not name its file")))
			continue
		}
		if byPath[path] == nil {
			paths = append(paths, path)
		}
		byPath[path] = append(byPath[path], fix)
	}
	slices.Sort(paths)
	run := &resolving{Resolver: r, source: source, life: ctx, known: r.budget.Asked() + len(fixes)}
	if r.Context != nil {
		run.around = r.Context(source)
	}
	found := make([][]pipeline.Resolution, len(paths))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(1, r.Settings.Jobs))
	for i, path := range paths {
		group.Go(func() (err error) {
			found[i], err = run.file(inner, path, byPath[path])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(append(found, answers)...), nil
}

func (r *Resolver) start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records == nil {
		r.records, r.asked = map[string]*Record{}, map[string]*asked{}
		r.budget = r.Settings.Budget()
	}
	r.Nonce = cmp.Or(r.Nonce, markers.New())
}

// Used returns the tokens and the cost of the answers so far.
func (r *Resolver) Used() (tokens int, cost float64) {
	r.mu.Lock()
	b := r.budget
	r.mu.Unlock()
	if b == nil {
		return 0, 0
	}
	return b.Used()
}

func (r *Resolver) warn(err error) {
	if r.Warn != nil {
		r.Warn(err)
	}
}

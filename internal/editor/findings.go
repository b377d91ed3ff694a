package editor

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// findings are the result of the check of one version of a document.
type findings struct {
	artifact *artifact.Artifact            // nil: nothing is known, for the reason in trouble, or the check was canceled
	trouble  string                        // why not all is known; shown as a finding
	fixes    map[string]*fixedits.Fix      // by id
	built    []fixedits.Diagnostic         // of the last build of Bazel
	from     map[string]*artifact.Artifact // of the last build, by ids of its fixes
	mistakes []*config.Error               // of an autofix.toml
}

func (f *findings) keep(a *artifact.Artifact) {
	f.artifact, f.fixes = a, fixesByID(a)
}

func fixesByID(a *artifact.Artifact) map[string]*fixedits.Fix {
	fixes := make(map[string]*fixedits.Fix, len(a.Fixes))
	for i := range a.Fixes {
		fixes[a.Fixes[i].ID] = &a.Fixes[i]
	}
	return fixes
}

// slots bounds how many checks run at a time: a session with 200 files opens
// them all at once.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

// finder returns the function that checks a version of a document, when it is
// first asked for the findings.
func (s *server) finder(d *document) func() *findings {
	return sync.OnceValue(func() *findings {
		if d.root == "" || d.lost {
			return &findings{}
		}
		select {
		case slots <- struct{}{}:
		case <-d.ctx.Done():
			return &findings{}
		}
		defer func() { <-slots }()
		start := time.Now()
		found := &findings{}
		err := protect(func() (err error) {
			found, err = s.check(d)
			return err
		})
		if d.ctx.Err() != nil {
			return &findings{}
		}
		if err != nil {
			s.log(protocol.MessageTypeError, "%s: %v", d.path, err)
			found = &findings{trouble: err.Error()}
		}
		if d.isConfiguration() {
			found.mistakes = s.mistakes(d)
			if mistake, ok := errors.AsType[*config.Error](err); ok && mistake.Path == d.path {
				found.trouble = "" // of the text that is saved
				if len(found.mistakes) == 0 {
					found.trouble = "as saved: " + mistake.Msg
				}
			}
		}
		d.pace.took.Store(int64(time.Since(start)))
		d.pace.version.Store(d.version)
		return found
	})
}

// check checks a version of a document. A checker that fails is left out, and
// the others go on.
func (s *server) check(d *document) (*findings, error) {
	run, err := s.session(d.ctx, s.view.Load(), d)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	found, err := s.checkBy(d, run)
	if err == nil && len(run.files) > 0 {
		s.built(d, run, found)
	}
	return found, err
}

// checkBy runs the checkers of a session.
func (s *server) checkBy(d *document, run *session) (*findings, error) {
	found := &findings{}
	for {
		checked, err := pipeline.Check(d.ctx, run.over, run.files, "", run.opts)
		if err != nil {
			return nil, err
		}
		found.keep(checked.Artifact)
		if len(checked.Crashed) == 0 {
			return found, nil
		}
		crash := checked.Crashed[0]
		found.trouble = fmt.Sprintf("the checker %s failed, so its findings are not known: %v", crash.Checker, crash.Err)
		s.tell(protocol.MessageTypeError, fmt.Sprintf("autofix: %s: the checker %s failed; the others go on", d.path, crash.Checker))
		if !slices.Contains(run.opts.Tools.Checkers.Names(), crash.Checker) {
			return found, nil // a program, which leaves the findings of the others
		}
		run.opts.Tools.Checkers = run.opts.Tools.Checkers.Without(crash.Checker)
	}
}

// burst is the time between two changes of somebody who types.
const burst = 100 * time.Millisecond

// settle waits while somebody types faster than checks end: as long as the last
// check took. It reports whether the version is still the newest.
func (d *document) settle() bool {
	if !d.burst {
		return d.ctx.Err() == nil
	}
	select {
	case <-d.ctx.Done():
		return false
	case <-time.After(min(time.Duration(d.pace.took.Load()), 2*burst)):
		return true
	}
}

// await returns the findings of a version of a document. It fails if ctx ends
// first, or if there is a newer version.
func (d *document) await(ctx context.Context) (*findings, error) {
	done := make(chan *findings, 1)
	go func() { done <- d.find() }()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case found := <-done:
		if d.ctx.Err() != nil {
			return nil, fail(codeModified, "%s has changed", d.uri)
		}
		return found, nil
	}
}

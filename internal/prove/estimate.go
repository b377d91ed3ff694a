package prove

import (
	"context"
	"errors"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// An Estimate is the likely cost of a proof. All numbers but Command are upper
// bounds of the likely: a proof ends early where nothing can save a patch.
type Estimate struct {
	Command  time.Duration // of the reproduction, once
	Failed   bool          // whether it fails, as it must
	Commands int           // in all
	Time     time.Duration // of all commands, if each takes as long as the reproduction
	Calls    int           // of the engine; 0: the patch is given
	Tokens   int64         // of all questions together, by the size of the files that may matter
}

// The size of a prompt without its files, and of a token, in bytes.
const (
	promptBytes  = 40 << 10
	contextBytes = 192 << 10
	tokenBytes   = 4
)

// likelyHunks is how many hunks a patch of a model has.
const likelyHunks = 4

// MakeEstimate runs the reproduction once, and asks no model.
func MakeEstimate(ctx context.Context, o Options) (*Estimate, error) {
	p := newProof(o)
	if err := p.open(); err != nil {
		return nil, err
	}
	e, err := p.estimate(ctx)
	return e, errors.Join(err, p.close())
}

func (p *proof) estimate(ctx context.Context) (*Estimate, error) {
	if err := p.prepare(ctx); err != nil {
		return nil, err
	}
	run, err := p.run(ctx, at{phase: evidence.Reproduce, state: evidence.AtBase}, p.reproduction, 1)
	if err != nil {
		return nil, err
	}
	e := &Estimate{Command: time.Duration(run.Duration) * time.Millisecond, Failed: run.Failed()}
	k, hunks := p.Settings.Runs, likelyHunks
	if p.Patch != nil {
		hunks = len(p.Patch.Hunks())
	}
	// The base, and then in each state the reproduction and the tests of the patch.
	candidate := k + 2 + 2*k + 2*(1+hunks+p.Settings.Mutants+1)
	e.Commands = k + 1 + candidate
	if p.Patch == nil {
		e.Commands = k + 1 + p.Settings.Attempts*(candidate+tries*3)
		p.localize(run)
		files := int64(0)
		for _, place := range p.localization.Places {
			text, _, err := p.readBase(place.Path)
			if err == nil {
				files += int64(len(text))
			}
		}
		e.Calls = 2 + p.Settings.Attempts*tries*2
		e.Tokens = int64(e.Calls) * (min(files, contextBytes) + promptBytes) / tokenBytes
	}
	e.Time = time.Duration(e.Commands) * e.Command
	return e, nil
}

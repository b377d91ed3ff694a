package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Options say how a model is asked.
type Options struct {
	Redactor *redact.Redactor // nil: it knows the rules only
	Budget   *budget.Budget   // nil: no limits
	// Nonce is the nonce of the lines around data: markers.New if it is empty.
	Nonce string
	// MaxContext bounds the texts of files in a prompt, in bytes. 0 is 192 KiB.
	MaxContext int
	// MaxAnswer bounds an answer, in bytes. 0 is 1 MiB.
	MaxAnswer int
}

// New returns an engine that asks a model, which it closes in the end.
func New(m Model, o Options) Engine {
	if o.Budget == nil {
		o.Budget = &budget.Budget{}
	}
	o.Nonce = cmp.Or(o.Nonce, markers.New())
	if o.MaxContext <= 0 {
		o.MaxContext = 192 << 10
	}
	if o.MaxAnswer <= 0 {
		o.MaxAnswer = 1 << 20
	}
	return &engine{model: m, options: o}
}

type engine struct {
	model   Model
	options Options

	mu      sync.Mutex
	spent   Usage
	unknown bool // some cost is not known
}

// Info implements Engine.
func (e *engine) Info() evidence.Engine {
	who := e.model.Identity()
	e.mu.Lock()
	defer e.mu.Unlock()
	info := evidence.Engine{
		Kind: who.Kind, Name: who.Name, Version: who.Version, Model: who.Model,
		Calls: e.spent.Calls, Input: e.spent.Input, Output: e.spent.Output,
	}
	if !e.unknown {
		info.Cost, info.Unit = e.spent.Cost, e.spent.Currency
	}
	return info
}

// Close implements Engine.
func (e *engine) Close() { e.model.Close() }

// errOutOfTime is the cause of the end of a context when the budget's time is
// used up.
var errOutOfTime = errors.New("the time of the budget is used up")

// once asks a question once.
func (e *engine) once(ctx context.Context, q *Question) (*Reply, error) {
	inTime, cancel := context.WithCancel(ctx)
	if left, limited := e.options.Budget.Left(); limited {
		inTime, cancel = context.WithTimeoutCause(ctx, left, errOutOfTime)
	}
	defer cancel()
	q.Spend = e.spend
	reply, err := e.model.Ask(inTime, q)
	if reply != nil {
		e.add(reply.Usage)
	}
	switch {
	case err != nil && errors.Is(context.Cause(inTime), errOutOfTime):
		return nil, &Error{Code: OverBudget, Detail: errOutOfTime.Error()}
	case err != nil && ctx.Err() != nil:
		return nil, &Error{Code: Canceled, Detail: "canceled", Err: context.Cause(ctx)}
	case err != nil && CodeOf(err) == "":
		return nil, &Error{Code: Unreachable, Detail: "the model could not be asked", Err: err}
	case err != nil:
		return nil, err
	case reply == nil:
		return nil, &Error{Code: Malformed, Detail: "there is no answer"}
	case len(reply.Text)+len(reply.Diff) > e.options.MaxAnswer:
		return nil, &Error{Code: TooLarge, Detail: fmt.Sprintf("an answer of more than %d bytes", e.options.MaxAnswer)}
	}
	return reply, nil
}

// spend is Question.Spend.
func (e *engine) spend() error {
	err := e.options.Budget.Take()
	if err == nil {
		return nil
	}
	if over, ok := errors.AsType[*budget.SpentError](err); ok && over.What == budget.Time {
		return &Error{Code: OverBudget, Detail: errOutOfTime.Error()}
	}
	return &Error{Code: OverBudget, Detail: "nothing more is asked", Err: err}
}

// add counts the usage of an answer.
func (e *engine) add(u Usage) {
	u.Input, u.Output = max(u.Input, 0), max(u.Output, 0)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.options.Budget.Add(int(u.Input+u.Output), max(u.Cost, 0))
	e.spent.Calls += u.Calls
	e.spent.Input += u.Input
	e.spent.Output += u.Output
	e.spent.Cost += max(u.Cost, 0)
	switch {
	case u.Currency == "" && u.Calls > 0, e.spent.Currency != "" && u.Currency != e.spent.Currency && u.Calls > 0:
		e.unknown = true
	case u.Currency != "":
		e.spent.Currency = u.Currency
	}
}

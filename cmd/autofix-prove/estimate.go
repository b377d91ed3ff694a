package main

import (
	"context"
	"fmt"
	"time"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove"
)

// estimate prints an upper bound of the cost of a proof, in a folder that it
// removes at the end.
func (s *proving) estimate(ctx context.Context) error {
	e, err := prove.MakeEstimate(ctx, s.options)
	s.stopTick()
	s.discard()
	if err != nil {
		return proofError(err)
	}
	out := s.env.Stdout
	fmt.Fprintf(out, "command:   %s, once\n", e.Command.Round(100*time.Millisecond))
	fmt.Fprintf(out, "commands:  at most about %d, %s together\n", e.Commands, e.Time.Round(time.Second))
	if e.Calls > 0 {
		fmt.Fprintf(out, "questions: at most %d, about %d tokens together\n", e.Calls, e.Tokens)
		if price := s.settings.OpenAI.InputPrice; price > 0 {
			fmt.Fprintf(out, "cost:      about %.2f %s, and that of the answers\n", float64(e.Tokens)*price/1e6, inert.Line(s.settings.OpenAI.Currency))
		}
	}
	if !e.Failed {
		return &cli.FindingsError{What: "prove: the command passes on the base, so there is nothing to prove"}
	}
	return nil
}

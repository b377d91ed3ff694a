package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
)

// prepare makes the tree, decides which commands may run, and runs the setup.
func (p *proof) prepare(ctx context.Context) error {
	p.rules = RulesOf(p.Settings)
	if err := p.rules.Check(); err != nil {
		return &RefusedError{err}
	}
	if err := p.openLab(ctx); err != nil {
		return err
	}
	allowed := command.Policy{Allow: p.Settings.Commands}
	var err error
	if p.reproduction, err = p.runnable(allowed, p.Command); err != nil {
		return err
	}
	if err := p.askVersions(ctx); err != nil {
		return err
	}
	if err := p.standard(ctx); err != nil {
		return err
	}
	for _, line := range p.Settings.Tests.Suites {
		words, err := command.Parse(line)
		if err != nil {
			return &RefusedError{fmt.Errorf("[prove.tests] suites: %w", err)}
		}
		p.configured = append(p.configured, words)
	}
	return p.setup(ctx)
}

// lastLine returns the last line that a run printed.
func lastLine(r *evidence.Run) string {
	for _, o := range []evidence.Output{r.Stderr, r.Stdout} {
		if text := strings.TrimSpace(o.Head + o.Tail); text != "" {
			return text[strings.LastIndexByte(text, '\n')+1:]
		}
	}
	return "printed nothing"
}

// runnable resolves a command.
func (p *proof) runnable(allowed command.Policy, argv []string) (*runnable, error) {
	cmd, err := allowed.Resolve(argv, p.lab.dir(), nil)
	if err != nil {
		return nil, &RefusedError{err}
	}
	return &runnable{command: cmd, runner: runners.For(cmd.Argv, p.read), words: argv}, nil
}

// testPolicy allows the commands for tests that are found around a change, in
// addition to the commands that the person allows.
func (p *proof) testPolicy() command.Policy {
	return command.Policy{Allow: slices.Concat(command.Tests(), p.Settings.Commands)}
}

// RulesOf returns the rules for patches that settings have.
func RulesOf(s *settings.Settings) policy.Rules {
	r := policy.Default()
	r.MaxFiles, r.MaxLines, r.Allow, r.Deny, r.TestsRequired = s.MaxFiles, s.MaxLines, s.PathAllow, s.PathDeny, s.Tests.Required
	r.Undoubting = !s.Silencing
	if s.Tests.Exception != "" {
		r.Exceptions = append(r.Exceptions, policy.Exception{Policy: policy.Required, Reason: s.Tests.Exception, Alternative: s.Tests.Alternative, By: "configuration"})
	}
	return r
}

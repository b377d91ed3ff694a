package hadolint

import (
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3004 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3004",
		Summary:  "Do not use sudo in RUN",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Security: true,
		Safety:   fixedits.SafetySuggestion,
		Why: "A build runs as root unless USER says otherwise, so sudo only changes signals and the environment. " +
			"An image with sudo also lets anyone who breaks into the container become root. If a step needs root " +
			"while another user is set, put USER root before it and USER NAME after it.",
		Bad:  "FROM debian:12\nRUN sudo apt-get update\n",
		Good: "FROM debian:12\nRUN apt-get update\n",
		Fix: "deletes sudo if the step runs as root, because of an earlier USER or a base image that is known to " +
			"end as root. It is unsafe if there is no USER and the base image is unknown. There is no fix if sudo " +
			"has options that do more than switch to root, or if the command asks for the current user.",
	},
	Check: func(p *lint.Pass) {
		users := newUsers(p)
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				if c.Name == "sudo" {
					p.ReportCommand(c, "use USER instead of sudo")
					continue
				}
				for i, word := range c.Before {
					if word.Static && path.Base(word.Value) == "sudo" {
						checkSudo(p, c, i, users.at(step))
					}
				}
			}
		}
	},
}

// checkSudo reports the sudo before a command, where sudo is the command's i-th
// word.
func checkSudo(p *lint.Pass, c *lint.Command, i int, user user) {
	word, next := c.Before[i], i+1
	for next < len(c.Before) && c.Before[next].Is("-E", "-H", "-n", "-k", "--preserve-env", "--set-home", "--non-interactive", "--") {
		next++
	}
	end := c.Word
	if next < len(c.Before) {
		end = c.Before[next]
	}
	f := lint.Finding{Message: "use USER instead of sudo", Span: c.Stretch(word.Start, word.End)}
	if user != notRoot && !strings.HasPrefix(end.Value, "-") && !asksWho(c) {
		to := end.Start
		if c.Shell() {
			to = min(c.Before[next-1].End+1, to) // a line break between them stays, with the indent of the next line
		}
		fix := fixedits.Fix{Title: "Delete sudo", Edits: c.Delete(word.Start, to)}
		if user == notKnown {
			fix.Safety = fixedits.SafetyUnsafe
		}
		f.Fixes = append(f.Fixes, fix)
	}
	p.Report(f)
}

// asksWho reports whether a command prints the current user, or does nothing,
// so that it may be there to test sudo.
func asksWho(c *lint.Command) bool {
	switch c.Name {
	case "id", "whoami", "groups", "true", ":", "test", "[":
		return true
	}
	return false
}

// A user is the user that a step runs as, as far as it matters to sudo.
type user int

const (
	notKnown user = iota
	isRootUser
	notRoot
)

// userNamed returns the user that USER sets.
func userNamed(ins *syntax.Instruction) user {
	if len(ins.Words) > 0 && isRoot(ins.Words[0].Value) {
		return isRootUser
	}
	return notRoot
}

// users determines the user that each step of a file runs as. Steps must be
// passed in order.
type users struct {
	p     *lint.Pass
	ends  []user // by stage: the user at its end
	stage *lint.Stage
	next  int // of the stage's instructions
	now   user
}

func newUsers(p *lint.Pass) *users {
	u := &users{p: p, ends: make([]user, len(p.Stages))}
	for _, s := range p.Stages {
		u.ends[s.Index] = u.start(s)
		if ins := s.Last("user"); ins != nil {
			u.ends[s.Index] = userNamed(ins)
		}
	}
	return u
}

// start returns the user that a stage starts with.
func (u *users) start(s *lint.Stage) user {
	if s.Parent != nil {
		return u.ends[s.Parent.Index]
	}
	switch name := u.p.Base(s).User; {
	case name == "":
		return notKnown
	case isRoot(name):
		return isRootUser
	}
	return notRoot
}

// at returns the user that a step runs as. A step in ONBUILD runs as the
// image's user.
func (u *users) at(step lint.Step) user {
	s := step.Stage
	if step.Held() {
		return u.ends[s.Index]
	}
	if u.stage != s {
		u.stage, u.next, u.now = s, 0, u.start(s)
	}
	for ; u.next < len(s.Instructions) && s.Instructions[u.next].Start < step.Outer.Start; u.next++ {
		if ins := s.Instructions[u.next]; ins.Name == "user" && len(ins.Words) > 0 {
			u.now = userNamed(ins)
		}
	}
	return u.now
}

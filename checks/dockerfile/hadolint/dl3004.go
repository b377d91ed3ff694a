package hadolint

import (
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3004 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3004",
		Summary:  "RUN does without sudo",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "A build is root unless USER says otherwise, so that sudo changes nothing but signals and the environment; and an image " +
			"with sudo lets whoever breaks into the container become root. Where another user needs root for a step, USER root and " +
			"USER NAME around it say so.",
		Bad:  "FROM debian:12\nRUN sudo apt-get update\n",
		Good: "FROM debian:12\nRUN apt-get update\n",
		Fix: "takes sudo away where the step runs as root, as far as the file says: no USER before it, or root. It is a suggestion since " +
			"the base image may have another user. There is none where sudo has options that change more than the user to root.",
	},
	Check: func(p *lint.Pass) {
		users := newUsers(p)
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				if c.Name == "sudo" {
					p.ReportCommand(c, "sudo in a build: use USER")
					continue
				}
				for i, word := range c.Before {
					if word.Static && path.Base(word.Value) == "sudo" {
						checkSudo(p, c, i, users.root(step))
					}
				}
			}
		}
	},
}

// checkSudo reports the sudo before a command that is its i-th word.
func checkSudo(p *lint.Pass, c *lint.Command, i int, root bool) {
	word, next := c.Before[i], i+1
	for next < len(c.Before) && c.Before[next].Is("-E", "-H", "-n", "-k", "--preserve-env", "--set-home", "--non-interactive", "--") {
		next++
	}
	end := c.Word
	if next < len(c.Before) {
		end = c.Before[next]
	}
	f := lint.Finding{Message: "sudo in a build: use USER", Span: c.Stretch(word.Start, word.End)}
	if root && !strings.HasPrefix(end.Value, "-") {
		to := end.Start
		if c.Shell() {
			to = min(c.Before[next-1].End+1, to) // a line break between them stays, with the indent of the next line
		}
		f.Fixes = []fixedits.Fix{{Title: "Do without sudo", Edits: c.Delete(word.Start, to)}}
	}
	p.Report(f)
}

// users knows whether the steps of a file run as root, which are asked for in order.
type users struct {
	p     *lint.Pass
	ends  []bool // by stage: whether the user that it ends with is root
	stage *lint.Stage
	next  int // of the stage's instructions
	now   bool
}

func newUsers(p *lint.Pass) *users {
	u := &users{p: p, ends: make([]bool, len(p.Stages))}
	for _, s := range p.Stages {
		u.ends[s.Index] = s.Parent == nil || u.ends[s.Parent.Index]
		if user := s.Last("user"); user != nil {
			u.ends[s.Index] = len(user.Words) > 0 && isRoot(user.Words[0].Value)
		}
	}
	return u
}

// root reports whether a step runs as root, as far as the file says. A step of ONBUILD runs as the image's user.
func (u *users) root(step lint.Step) bool {
	s := step.Stage
	if step.Held() {
		return u.ends[s.Index]
	}
	if u.stage != s {
		u.stage, u.next, u.now = s, 0, s.Parent == nil || u.ends[s.Parent.Index]
	}
	for ; u.next < len(s.Instructions) && s.Instructions[u.next].Start < step.Outer.Start; u.next++ {
		if ins := s.Instructions[u.next]; ins.Name == "user" && len(ins.Words) > 0 {
			u.now = isRoot(ins.Words[0].Value)
		}
	}
	return u.now
}

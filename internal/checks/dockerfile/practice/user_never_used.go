package practice

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var userNeverUsed = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/user-created-but-never-used",
		Summary:  "Use the user that the image creates",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "A user is usually created so that the container runs as that user. Without USER, it runs as root. " +
			"An image that mentions the user again (chown, su, a script that changes users), or whose entry point " +
			"is a script, is not checked, because it may change users itself.",
		Bad:  "FROM debian:12\nRUN useradd app\nCMD [\"server\"]\n",
		Good: "FROM debian:12\nRUN useradd app\nUSER app\nCMD [\"server\"]\n",
	},
	Check: func(p *lint.Pass) {
		if c, name := userCreated(p.File); c != nil {
			p.Report(lint.Finding{Message: fmt.Sprintf("the user %q is created but never used: add USER %s", name, name), Span: c.Span()})
		}
	},
}

// userCreated returns the command that creates a user that is not used again,
// in the last stage or one of its ancestors, and the user's name.
func userCreated(f *lint.File) (*lint.Command, string) {
	if len(f.Stages) == 0 {
		return nil, ""
	}
	var chain []*lint.Stage
	for s := f.Stages[len(f.Stages)-1]; s != nil; s = s.Parent {
		if s.Last("user") != nil || runsScriptFile(s) {
			return nil, ""
		}
		chain = append(chain, s)
	}
	for step := range f.Steps {
		if !slices.Contains(chain, step.Stage) || step.Held() {
			continue
		}
		for _, c := range step.Script.Commands {
			if name := created(c); name != "" && !mentioned(f, chain, c, name) {
				return c, name
			}
		}
	}
	return nil, ""
}

// valued are the options of useradd and adduser whose value is the next word,
// in shadow, Debian and BusyBox.
var valued = []string{
	"-b", "-c", "-d", "-e", "-f", "-g", "-G", "-h", "-k", "-K", "-p", "-R", "-s", "-u", "-Z",
	"--base-dir", "--comment", "--home-dir", "--expiredate", "--inactive", "--gid", "--groups", "--skel", "--key", "--password", "--root",
	"--shell", "--uid", "--selinux-user", "--home", "--gecos", "--ingroup", "--firstuid", "--lastuid", "--conf",
}

// created returns the name of the user that a command creates, or "". Two names
// are a user and its group.
func created(c *lint.Command) string {
	if c.Name != "useradd" && c.Name != "adduser" {
		return ""
	}
	var names []string
	for i := 0; i < len(c.Args); i++ {
		switch a := c.Args[i]; {
		case !a.Static:
			return ""
		case a.Is(valued...):
			i++
		case !strings.HasPrefix(a.Value, "-"):
			names = append(names, a.Value)
		}
	}
	if len(names) != 1 {
		return ""
	}
	return names[0]
}

// runsScriptFile reports whether the entry point of a stage is a script, judged
// by its name.
func runsScriptFile(s *lint.Stage) bool {
	for _, name := range []string{"entrypoint", "cmd"} {
		if ins := s.Last(name); ins != nil && (strings.Contains(ins.Args.Value, ".sh") || strings.Contains(ins.Args.Value, "entrypoint")) {
			return true
		}
	}
	return false
}

// mentioned reports whether stages mention a name outside the command that
// creates the user.
func mentioned(f *lint.File, chain []*lint.Stage, c *lint.Command, name string) bool {
	own := c.Span()
	for _, s := range chain {
		for _, ins := range s.Instructions {
			text := f.Source[ins.Start:ins.End]
			if ins.Start <= own.Start && own.End <= ins.End {
				text = f.Source[ins.Start:own.Start] + " " + f.Source[own.End:ins.End]
			}
			if slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !isNameRune(r) }), name) {
				return true
			}
		}
	}
	return false
}

func isNameRune(r rune) bool {
	return r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var namedIdentity = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/named-identity-in-passwdless-stage",
		Summary:  "Use numeric IDs in images without /etc/passwd",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "User and group names are looked up in /etc/passwd and /etc/group of the image, which scratch does " +
			"not have. COPY --chown=NAME then fails the build, and a container with USER NAME does not start. A " +
			"stage is not checked after a COPY or ADD that may add these files.",
		Bad:  "FROM scratch\nCOPY app /app\nUSER app\n",
		Good: "FROM scratch\nCOPY app /app\nUSER 1000:1000\n",
	},
	Check: func(p *lint.Pass) {
		known := make([]bool, len(p.Stages)) // by stage: whether it may have the two files
		for _, s := range p.Stages {
			has := p.BaseName(s) != lint.Scratch
			if s.Parent != nil {
				has = known[s.Parent.Index]
			}
			for _, ins := range s.Instructions {
				switch ins.Name {
				case "user":
					if len(ins.Words) > 0 && !has {
						checkIdentity(p, s, ins, ins.Words[0], ins.Words[0].Value)
					}
				case "copy", "add":
					if flag := lint.Flag(ins, "chown"); flag != nil && !has {
						checkIdentity(p, s, ins, flag.Word, flag.Arg)
					}
					has = has || mayBringUsers(ins)
				case "run":
					has = true
				}
			}
			known[s.Index] = has
		}
	},
}

// checkIdentity reports a user or a group that a word refers to by name.
func checkIdentity(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction, w syntax.Word, identity string) {
	value, ok := p.Env(s, ins).Known(identity)
	if !ok {
		return
	}
	for name := range strings.SplitSeq(value, ":") {
		if strings.Trim(name, "0123456789") != "" {
			p.ReportWord(ins, w, fmt.Sprintf("use a numeric ID instead of %q, because the image has no /etc/passwd", name))
			return
		}
	}
}

// mayBringUsers reports whether a COPY or ADD may add /etc/passwd: by name, in
// /etc, with the whole root folder, or in an archive.
func mayBringUsers(ins *syntax.Instruction) bool {
	if len(ins.Words) < 2 {
		return true
	}
	for i, w := range ins.Words {
		text := strings.Trim(w.Value, `"'`)
		switch {
		case strings.Contains(text, "passwd"), strings.Contains(text, "$"), ins.Name == "add":
			return true
		case i == len(ins.Words)-1 && (text == "/" || text == "/etc" || strings.HasPrefix(text, "/etc/") || !strings.HasPrefix(text, "/")):
			return true
		}
	}
	return false
}

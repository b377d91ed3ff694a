package practice

import (
	"fmt"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var preferCopyChmod = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/prefer-copy-chmod",
		Summary:  "Set the file mode with COPY --chmod",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "A chmod of a file that was just copied stores the file in a second layer. COPY --chmod sets the " +
			"mode in the first layer, and needs no shell.",
		Bad:  "FROM debian:12\nCOPY run.sh /run.sh\nRUN chmod 755 /run.sh\n",
		Good: "FROM debian:12\nCOPY --chmod=755 run.sh /run.sh\n",
		Fix: "adds --chmod and deletes the RUN. It is a suggestion, because builders before BuildKit do not " +
			"support --chmod. There is no fix for symbolic modes, such as +x, or if the RUN does more.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			for i, ins := range s.Instructions[:max(len(s.Instructions)-1, 0)] {
				if next := s.Instructions[i+1]; ins.Name == "copy" && next.Name == "run" {
					checkChmod(p, s, ins, next)
				}
			}
		}
	},
}

// checkChmod reports a chmod of the one file that the previous instruction
// copies.
func checkChmod(p *lint.Pass, s *lint.Stage, copying, run *syntax.Instruction) {
	script := p.Script(s, run)
	if len(copying.Words) != 2 || lint.Flag(copying, "chmod") != nil || len(run.Flags) > 0 || len(script.Commands) == 0 {
		return
	}
	c := script.Commands[0]
	if c.Name != "chmod" || len(c.Args) != 2 || len(c.Before) > 0 || !c.Args[0].Static || !c.Args[1].Static || !script.Certain(c) {
		return
	}
	to, ok := copied(p, s, copying)
	dir, _ := p.Workdir(s, run)
	file := c.Args[1].Value
	if !strings.HasPrefix(file, "/") {
		if dir == "" {
			return
		}
		file = path.Join(dir, file)
	}
	if !ok || path.Clean(file) != to {
		return
	}
	mode := c.Args[0].Value
	f := lint.Finding{Message: fmt.Sprintf("set the file mode with COPY --chmod=%s", mode), Span: c.Span()}
	if strings.Trim(mode, "01234567") == "" && len(script.Commands) == 1 && simple(script) && len(run.Heredocs) == 0 && len(copying.Heredocs) == 0 {
		edits := p.Insert(copying, copying.Keyword.End, " --chmod="+mode)
		f.Fixes = []fixedits.Fix{{Title: "Use COPY --chmod", Edits: append(edits, p.DeleteLines(run)...)}}
	}
	p.Report(f)
}

// simple reports whether a script is a single command without comments.
func simple(script *lint.Script) bool { return !script.Commented() && len(script.Chain()) == 1 }

// copied returns the absolute path of the file that a COPY of one source
// creates, and whether it is known.
func copied(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) (string, bool) {
	source, ok := p.Literal(ins.Words[0].Value)
	to, literal := p.Literal(ins.Words[1].Value)
	if !ok || !literal || strings.ContainsAny(source, "*?[") || strings.HasSuffix(source, "/") || path.Base(source) == "." || path.Base(source) == ".." {
		return "", false
	}
	if strings.HasSuffix(to, "/") || to == "." {
		to = path.Join(to, path.Base(source))
	}
	if strings.HasPrefix(to, "/") {
		return path.Clean(to), true
	}
	dir, _ := p.Workdir(s, ins)
	return path.Join(dir, to), dir != ""
}

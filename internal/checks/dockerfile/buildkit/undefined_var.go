package buildkit

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var undefinedVar = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/UndefinedVar",
		Summary:  "Define variables before they are used",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "A variable that no ARG or ENV of the stage defines is empty. An ARG before the first FROM applies " +
			"to a stage only after an ARG in the stage repeats it. BuildKit inspects the base image for its " +
			"variables; this rule can't, so the severity is info for a variable that the base image may set, and " +
			"the variables in image-variables are assumed to be set by every image. A variable with a default, " +
			"such as ${NAME:-value}, is not reported, although BuildKit reports it.",
		Bad:  "FROM scratch\nARG VERSION=1\nLABEL version=$VERSIN\n",
		Good: "FROM scratch\nARG VERSION=1\nLABEL version=$VERSION\n",
		Options: []checks.Option{{
			Name:    "image-variables",
			Kind:    config.Strings,
			Default: imageVariables,
			Doc:     "Variables that base images are assumed to set.",
		}},
	},
	Check: func(p *lint.Pass) {
		images := p.Texts("image-variables")
		for s, ins := range p.All {
			if s == nil || ins == s.From {
				continue
			}
			for x := range p.Expandables(s, ins) {
				checkVariables(p, x, images)
			}
		}
	},
}

// imageVariables are variables that official images of programming languages
// set and Dockerfiles use.
var imageVariables = []string{
	"CARGO_HOME", "CATALINA_HOME", "GEM_HOME", "GOLANG_VERSION", "GOPATH", "GOROOT", "HOME", "JAVA_HOME", "JAVA_VERSION", "LANG",
	"MAVEN_HOME", "NODE_VERSION", "PHP_INI_DIR", "PHP_VERSION", "PYTHON_VERSION", "RUBY_VERSION", "RUSTUP_HOME", "RUST_VERSION",
	"YARN_VERSION",
}

func checkVariables(p *lint.Pass, x *lint.Expandable, images []string) {
	undefined := x.Expand().Undefined
	if len(undefined) == 0 {
		return
	}
	reported := make(map[string]bool)
	escape := p.Escape
	if x.Raw {
		escape = '\\'
	}
	for _, ref := range lint.References(x.Text, escape, x.Raw) {
		if _, ok := slices.BinarySearch(undefined, ref.Name); !ok || ref.Guarded || reported[ref.Name] {
			continue
		}
		reported[ref.Name] = true
		f := lint.Finding{Span: x.Span(ref.Start, ref.End)}
		switch {
		case x.Env.Complete:
			f.Message = fmt.Sprintf("%s is used before it is defined%s", ref.Name, didYouMean(x.Env.Near(ref.Name)))
		case slices.Contains(images, ref.Name):
			continue
		default:
			f.Message = fmt.Sprintf("%s is used before it is defined, unless the base image defines it%s", ref.Name, didYouMean(x.Env.Near(ref.Name)))
			f.Severity = fixedits.SeverityInfo
		}
		p.Report(f)
	}
}

package buildkit

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
)

var undefinedVar = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/UndefinedVar",
		Summary:  "Variables are defined before they are used",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "A variable that no ARG or ENV of the stage defines expands to nothing: ARGs before the first FROM count for a stage only once " +
			"an ARG there names them. BuildKit asks the base image for what it sets; this rule can't, so a variable that the base image " +
			"might set is an info and no warning, and those in image-variables are taken to be set by every image. A variable that " +
			"says what holds without it, such as ${NAME:-value}, is no finding, which it is for BuildKit.",
		Bad:  "FROM scratch\nARG VERSION=1\nLABEL version=$VERSIN\n",
		Good: "FROM scratch\nARG VERSION=1\nLABEL version=$VERSION\n",
		Options: []checks.Option{{
			Name:    "image-variables",
			Kind:    config.Strings,
			Default: imageVariables,
			Doc:     "Variables that base images set.",
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

// imageVariables are variables that official images of languages set, and that Dockerfiles use.
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
			f.Message = fmt.Sprintf("nothing defines %s before it is used%s", ref.Name, didYouMean(x.Env.Near(ref.Name)))
		case slices.Contains(images, ref.Name):
			continue
		default:
			f.Message = fmt.Sprintf("nothing defines %s before it is used, unless the base image does%s", ref.Name, didYouMean(x.Env.Near(ref.Name)))
			f.Severity = fixedits.SeverityInfo
		}
		p.Report(f)
	}
}

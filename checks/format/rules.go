package format

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
)

// A language is what the documentation of its two rules differs in.
type language struct {
	title     string // the language
	tool      string // whose format is the canonical one
	bad, good string // a file before and after formatting
	broken    string // a file that does not parse
	mended    string // the same file, parsing
	more      string // what else there is to know about the format
}

var languages = map[string]language{
	"go": {
		title:  "Go",
		tool:   "gofumpt",
		bad:    "package p\n\nfunc f()  {\n\n\tvar x = 1\n\t_ = x\n}\n",
		good:   "package p\n\nfunc f() {\n\tx := 1\n\t_ = x\n}\n",
		broken: "package p\n\nfunc f( {\n}\n",
		mended: "package p\n\nfunc f() {\n}\n",
		more: "gofumpt is stricter than gofmt, and gofmt leaves alone what it has formatted. A byte order mark is removed. " +
			"The options are those of the gofumpt command, in [format.go] of autofix.toml: lang-version, module-path " +
			"and extra-rules. They are not read from go.mod, which an action of a build does not see.",
	},
	"starlark": {
		title:  "Starlark",
		tool:   "buildifier",
		bad:    "cc_library(srcs=[\"b.cc\",\"a.cc\"],name=\"x\")\n",
		good:   "cc_library(\n    name = \"x\",\n    srcs = [\n        \"a.cc\",\n        \"b.cc\",\n    ],\n)\n",
		broken: "cc_library(name = \"x\"\n",
		mended: "cc_library(name = \"x\")\n",
		more: "What a file is, a package, a module or a library, follows from its name. The comments by which buildifier " +
			"leaves something as it is, such as `# buildifier: leave-alone` and `# do not sort`, work here too. Its own " +
			"configuration, .buildifier.json and tables, is not read.",
	},
}

// rules returns the two rules of a language: whether its files parse, and whether they are formatted.
func rules(name string) []checks.Rule {
	l, ok := languages[name]
	if !ok {
		panic(fmt.Sprintf("format: the language %s has no documentation", name))
	}
	return []checks.Rule{
		{
			Name:     "format/" + name,
			Summary:  fmt.Sprintf("%s is formatted as by %s", l.title, l.tool),
			Phase:    fixedits.PhaseFormat,
			Severity: fixedits.SeverityWarning,
			Safety:   fixedits.SafetySafe,
			Why: "Where layout is no longer a matter of choice, reviews are about content, and a change shows nothing " +
				"but what it changes. " + l.more,
			Bad:  l.bad,
			Good: l.good,
			Fix: fmt.Sprintf("The whole file becomes what %s makes of it, line ends excepted: CRLF stays CRLF. The result "+
				"must parse and format to itself, or the file is left as it is and the finding says why. Layout has no "+
				"meaning, so the fix is safe. Where other fixes change the same file, it is formatted after them.", l.tool),
		},
		{
			Name:     "syntax/" + name,
			Summary:  fmt.Sprintf("%s parses", l.title),
			Phase:    fixedits.PhaseSyntax,
			Severity: fixedits.SeverityError,
			Why: "A file that does not parse is neither formatted nor checked further: whatever else is wrong in it stays " +
				"hidden. The place is where the parser gave up, which is at the mistake or after it.",
			Bad:  l.broken,
			Good: l.mended,
		},
	}
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
)

var starlarkLanguage = language{
	name: "starlark",
	make: func(config.Values) (formatting.Language, error) { return starlark.New(), nil },
	docs: format.Language{
		Title:  "Starlark",
		Tool:   "buildifier",
		Bad:    "cc_library(srcs=[\"b.cc\",\"a.cc\"],name=\"x\")\n",
		Good:   "cc_library(\n    name = \"x\",\n    srcs = [\n        \"a.cc\",\n        \"b.cc\",\n    ],\n)\n",
		Broken: "cc_library(name = \"x\"\n",
		Mended: "cc_library(name = \"x\")\n",
		More: "What a file is, a package, a module or a library, follows from its name. The comments by which buildifier " +
			"leaves something as it is, such as `# buildifier: leave-alone` and `# do not sort`, work here too. Its own " +
			"configuration, .buildifier.json and tables, is not read. The format has one layout, so that nothing of " +
			".editorconfig counts.",
	},
}

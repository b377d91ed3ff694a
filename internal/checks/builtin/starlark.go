package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var starlarkLanguage = language{
	name:      "starlark",
	formatter: func(config.Values) (formatting.Language, error) { return starlark.New(), nil },
	docs: format.Language{
		Title:  "Starlark files",
		Tool:   "buildifier",
		Bad:    "cc_library(srcs=[\"b.cc\",\"a.cc\"],name=\"x\")\n",
		Good:   "cc_library(\n    name = \"x\",\n    srcs = [\n        \"a.cc\",\n        \"b.cc\",\n    ],\n)\n",
		Broken: "cc_library(name = \"x\"\n",
		Fixed:  "cc_library(name = \"x\")\n",
		More: "The name of a file determines its type: BUILD, MODULE.bazel, WORKSPACE or .bzl. Buildifier's comments, such as " +
			"`# buildifier: leave-alone` and `# do not sort`, are supported. Its configuration, .buildifier.json and tables, is not " +
			"read. The format has one layout, so .editorconfig has no effect.",
	},
}

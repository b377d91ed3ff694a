package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var yamlLanguage = language{
	name: "yaml",
	off:  true,
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: 2, Doc: "spaces per level of mappings, 2 to 8", Editor: spaces(2, 8)},
		{Name: "indent-sequences", Kind: config.String, Values: []string{"keep", "always", "never"}, Default: "keep", Doc: "whether sequences in mappings are indented: always, never, or keep to leave them unchanged"},
		{Name: "pad-line-comments", Kind: config.Int, Default: 0, Doc: "spaces between text and a comment on the same line, at most 8; 0 does not change them"},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
		return yaml.New(yaml.Options{
			Indent:          v.Int("indent"),
			IndentSequences: v.Text("indent-sequences"),
			PadLineComments: v.Int("pad-line-comments"),
		})
	},
	docs: format.Language{
		Title:  "YAML files",
		Tool:   "the built-in formatter",
		Bad:    "a:\n    b:   1\n    c: [ 1,2 ]\n",
		Good:   "a:\n  b: 1\n  c: [1, 2]\n",
		Broken: "a: [1\n",
		Fixed:  "a: [1]\n",
		More: "Only whitespace and line endings change: quotes, comments, anchors, and block scalars with their values stay. " +
			"Templates, which are not YAML before expansion, are skipped.",
	},
}

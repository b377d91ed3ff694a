package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

var yamlLanguage = language{
	name: "yaml",
	off:  true,
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: 2, Doc: "spaces by which what is in a mapping is indented, 2 to 8", Editor: spaces(2, 8)},
		{Name: "indent-sequences", Kind: config.String, Values: []string{"keep", "always", "never"}, Default: "keep", Doc: "whether a sequence in a mapping is indented: keep (each as it is), always or never"},
		{Name: "pad-line-comments", Kind: config.Int, Default: 0, Doc: "spaces before a comment behind text, at most 8; 0 as it is"},
	},
	make: func(v config.Values) (formatting.Language, error) {
		return yaml.New(yaml.Options{
			Indent:          v.Int("indent"),
			IndentSequences: v.Text("indent-sequences"),
			PadLineComments: v.Int("pad-line-comments"),
		})
	},
	docs: format.Language{
		Title:  "YAML",
		Tool:   "a printer of this tool",
		Bad:    "a:\n    b:   1\n    c: [ 1,2 ]\n",
		Good:   "a:\n  b: 1\n  c: [1, 2]\n",
		Broken: "a: [1\n",
		Mended: "a: [1]\n",
		More: "Blanks and line ends change, and no other byte: quotes, comments, anchors, and block scalars with their values stay. " +
			"Templates, which are not YAML before they are filled in, are left alone.",
	},
}

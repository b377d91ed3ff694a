package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/cue"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var cueLanguage = language{
	name: "cue",
	options: []config.Option{
		{Name: "simplify", Kind: config.Bool, Default: false, Doc: "simplify the code, like cue fmt --simplify"},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
		return cue.New(cue.Options{Simplify: v.Bool("simplify")}), nil
	},
	docs: format.Language{
		Title:  "CUE files",
		Tool:   "cue fmt",
		Bad:    "a:   1\n",
		Good:   "a: 1\n",
		Broken: "a: {\n",
		Fixed:  "a: {}\n",
		More:   "The format has one layout, so .editorconfig has no effect.",
	},
}

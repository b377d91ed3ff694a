package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var tomlLanguage = language{
	name: "toml",
	claims: claims(
		anything("taplo.toml", ".taplo.toml", "tombi.toml", ".tombi.toml"),
		dependency("prettier-plugin-toml"),
		dprint("/toml-"),
	),
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces per level in arrays, at most 16; 0 is a tab; keep uses the indentation of the file, or 2 if it has none", Editor: indentOrTab(1, 16)},
		{
			Name: "layout", Kind: config.String, Values: []string{config.Keep, "taplo"}, Default: config.Keep,
			Doc: "keep preserves the file's own layout; taplo uses the defaults of taplo",
		},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
		indent, own := kept(v, "indent", "  ")
		language, err := toml.New(toml.Options{IndentString: indent, KeepIndent: own, KeepLayout: v.Kept("layout")})
		if err != nil {
			return nil, err
		}
		return language, nil
	},
	docs: format.Language{
		Foreign: format.Template,
		Title:   "TOML files",
		Tool:    "the built-in formatter",
		Bad:     "a=1\n\n[ t ]\nb = [1,2]\n",
		Good:    "a = 1\n\n[t]\nb = [1, 2]\n",
		Broken:  "a = \n",
		Fixed:   "a = 1\n",
		More: "Comments, the order of keys and tables, and the spelling of strings, numbers and keys stay. An array on one line " +
			"stays on one line, and an array on several lines stays on several. Lock files are skipped.",
	},
}

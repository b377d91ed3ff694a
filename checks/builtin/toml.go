package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
)

var tomlLanguage = language{
	name: "toml",
	claims: claims(
		anything("taplo.toml", ".taplo.toml", "tombi.toml", ".tombi.toml"),
		dependency("prettier-plugin-toml"),
		dprint("/toml-"),
	),
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces of a level in arrays, at most 16; 0 for a tab; keep is the file's own, or 2 if it has none", Editor: indentOrTab(1, 16)},
		{
			Name: "layout", Kind: config.String, Values: []string{config.Keep, "taplo"}, Default: config.Keep,
			Doc: "keep: what a file has a layout of its own for stays; taplo: the defaults of taplo",
		},
	},
	make: func(v config.Values) (formatting.Language, error) {
		indent, own := kept(v, "indent", "  ")
		language, err := toml.New(toml.Options{IndentString: indent, KeepIndent: own, KeepLayout: v.Kept("layout")})
		if err != nil {
			return nil, err
		}
		return language, nil
	},
	docs: format.Language{
		Foreign: format.Template,
		Title:   "TOML",
		Tool:    "a printer of this tool",
		Bad:     "a=1\n\n[ t ]\nb = [1,2]\n",
		Good:    "a = 1\n\n[t]\nb = [1, 2]\n",
		Broken:  "a = \n",
		Mended:  "a = 1\n",
		More: "Comments stay where they are, keys and tables keep their order, and quotes, numbers and keys their spelling. An " +
			"array stays on one line, or on several. Lock files are left alone.",
	},
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/jsonnet"
)

var jsonnetLanguage = language{
	name: "jsonnet",
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: jsonnet.Defaults().Indent, Doc: "spaces of a level; 0 leaves indentation as it is", Editor: spaces(1, 100)},
		{Name: "max-blank-lines", Kind: config.Int, Default: jsonnet.Defaults().MaxBlankLines, Doc: "how many blank lines may follow each other; 0 leaves them as they are"},
		{Name: "string-style", Kind: config.String, Values: []string{"d", "s", "l"}, Default: jsonnet.Defaults().StringStyle, Doc: "d for double quotes, s for single ones, l leaves them as they are"},
		{Name: "comment-style", Kind: config.String, Values: []string{"h", "s", "l"}, Default: jsonnet.Defaults().CommentStyle, Doc: "h for #, s for //, l leaves them as they are"},
		{Name: "pretty-field-names", Kind: config.Bool, Default: jsonnet.Defaults().PrettyFieldNames, Doc: "field names without quotes where they need none"},
		{Name: "pad-arrays", Kind: config.Bool, Default: jsonnet.Defaults().PadArrays, Doc: "[ 1 ], not [1]"},
		{Name: "pad-objects", Kind: config.Bool, Default: jsonnet.Defaults().PadObjects, Doc: "{ x: 1 }, not {x: 1}"},
		{Name: "sort-imports", Kind: config.Bool, Default: jsonnet.Defaults().SortImports, Doc: "imports at the top are sorted, by groups"},
		{Name: "use-implicit-plus", Kind: config.Bool, Default: jsonnet.Defaults().UseImplicitPlus, Doc: "a {}, not a + {}"},
	},
	make: func(v config.Values) (formatting.Language, error) {
		return jsonnet.New(jsonnet.Options{
			Indent:           v.Int("indent"),
			MaxBlankLines:    v.Int("max-blank-lines"),
			StringStyle:      v.Text("string-style"),
			CommentStyle:     v.Text("comment-style"),
			PrettyFieldNames: v.Bool("pretty-field-names"),
			PadArrays:        v.Bool("pad-arrays"),
			PadObjects:       v.Bool("pad-objects"),
			SortImports:      v.Bool("sort-imports"),
			UseImplicitPlus:  v.Bool("use-implicit-plus"),
		})
	},
	docs: format.Language{
		Title:  "Jsonnet",
		Tool:   "jsonnetfmt",
		Bad:    "{ \"a\":1 }\n",
		Good:   "{ a: 1 }\n",
		Broken: "{ a: 1\n",
		Mended: "{ a: 1 }\n",
		More:   "The options are those of the jsonnetfmt command.",
	},
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/jsonnet"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var jsonnetLanguage = language{
	name: "jsonnet",
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: jsonnet.Defaults().Indent, Doc: "spaces per level; 0 does not change the indentation", Editor: spaces(1, 100)},
		{Name: "max-blank-lines", Kind: config.Int, Default: jsonnet.Defaults().MaxBlankLines, Doc: "the maximum number of consecutive blank lines; 0 does not change them"},
		{Name: "string-style", Kind: config.String, Values: []string{"d", "s", "l"}, Default: jsonnet.Defaults().StringStyle, Doc: "d for double quotes, s for single quotes, l to leave them unchanged"},
		{Name: "comment-style", Kind: config.String, Values: []string{"h", "s", "l"}, Default: jsonnet.Defaults().CommentStyle, Doc: "h for #, s for //, l to leave them unchanged"},
		{Name: "pretty-field-names", Kind: config.Bool, Default: jsonnet.Defaults().PrettyFieldNames, Doc: "remove quotes from field names that do not need them"},
		{Name: "pad-arrays", Kind: config.Bool, Default: jsonnet.Defaults().PadArrays, Doc: "write [ 1 ] instead of [1]"},
		{Name: "pad-objects", Kind: config.Bool, Default: jsonnet.Defaults().PadObjects, Doc: "write { x: 1 } instead of {x: 1}"},
		{Name: "sort-imports", Kind: config.Bool, Default: jsonnet.Defaults().SortImports, Doc: "sort the imports at the top of the file, in groups"},
		{Name: "use-implicit-plus", Kind: config.Bool, Default: jsonnet.Defaults().UseImplicitPlus, Doc: "write a {} instead of a + {}"},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
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
		Title:  "Jsonnet files",
		Tool:   "jsonnetfmt",
		Bad:    "{ \"a\":1 }\n",
		Good:   "{ a: 1 }\n",
		Broken: "{ a: 1\n",
		Fixed:  "{ a: 1 }\n",
		More:   "The options are those of the jsonnetfmt command.",
	},
}

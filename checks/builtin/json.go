package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
)

var jsonLanguage = language{
	name: "json",
	claims: claims(
		prettier(),
		anything("biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc", ".oxfmtrc.json", ".oxfmtrc.jsonc"),
		dprint("/json-"),
	),
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces of a level, at most 16; 0 for a tab; keep is the file's own, or 2 if it has none", Editor: indentOrTab(1, 16)},
		{Name: "line-width", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "columns up to which an object or array stays on one line; keep: it stays on the lines that it is on, with its own spaces", Editor: lineWidth},
		{Name: "trailing-commas", Kind: config.String, Values: []string{"never", "maintain"}, Default: "maintain", Doc: "in files with comments: never, or maintain to leave them as they are"},
		{Name: "jsonc", Kind: config.Strings, Default: []string(nil), Doc: "globs of files that have comments, besides those known by name; without a slash, of names"},
	},
	make: func(v config.Values) (formatting.Language, error) {
		indent, own := kept(v, "indent", "  ")
		return json.New(json.Options{
			Indent:         indent,
			KeepIndent:     own,
			KeepLines:      v.Kept("line-width"),
			LineWidth:      v.Int("line-width"),
			TrailingCommas: v.Text("trailing-commas"),
			JSONC:          v.Texts("jsonc"),
		})
	},
	docs: format.Language{
		Foreign: format.JSON,
		Title:   "JSON",
		Tool:    "a printer of this tool",
		Bad:     "{\"a\": 1,\n\"b\":  2}\n",
		Good:    "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
		Broken:  "{\"a\": 1\n",
		Mended:  "{ \"a\": 1 }\n",
		More: "Comments, blank lines and the order of members stay, and so does how strings and numbers are spelled. What was " +
			"on one line and fits stays on one. Comments and final commas are for files that are known to have them, such as " +
			"tsconfig.json and *.jsonc. Lock files are left alone.",
	},
}

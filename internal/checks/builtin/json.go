package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var jsonLanguage = language{
	name: "json",
	claims: claims(
		prettier(),
		anything("biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc", ".oxfmtrc.json", ".oxfmtrc.jsonc"),
		dprint("/json-"),
	),
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces per level, at most 16; 0 is a tab; keep uses the indentation of the file, or 2 if it has none", Editor: indentOrTab(1, 16)},
		{Name: "line-width", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "the maximum width in columns of an object or array on one line; keep preserves its lines and its spaces", Editor: lineWidth},
		{Name: "trailing-commas", Kind: config.String, Values: []string{"never", "maintain"}, Default: "maintain", Doc: "trailing commas in files with comments; never removes them, maintain does not change them"},
		{Name: "jsonc", Kind: config.Strings, Default: []string(nil), Doc: "globs of files that have comments, in addition to those known by name; a glob without a slash matches base names"},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
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
	// The tool that reads such a file may take comments and trailing commas.
	lenient: func(v config.Values) { v["jsonc"] = []string{"*"} },
	docs: format.Language{
		Foreign: format.JSON,
		Title:   "JSON files",
		Tool:    "the built-in formatter",
		Bad:     "{\"a\": 1,\n\"b\":  2}\n",
		Good:    "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
		Broken:  "{\"a\": 1\n",
		Fixed:   "{ \"a\": 1 }\n",
		More: "Comments, blank lines, the order of members, and the spelling of strings and numbers stay. An object or array on " +
			"one line stays on one line if it fits. Comments and trailing commas are allowed in files that are known to have them, " +
			"such as tsconfig.json and *.jsonc. Lock files are skipped.",
	},
}

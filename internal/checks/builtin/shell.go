package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

var shellLanguage = language{
	name:   "shell",
	claims: claims(dependency("prettier-plugin-sh")),
	options: []config.Option{
		{
			Name: "language-dialect", Kind: config.String, Values: []string{"auto", "bash", "posix", "mksh", "bats"}, Default: "auto",
			Doc:    "the dialect of every script; auto uses the file extension and the #! line",
			Editor: named("shell_variant", "auto", "bash", "posix", "mksh", "bats"),
		},
		{
			Name: "layout", Kind: config.String, Values: []string{config.Keep, "shfmt"}, Default: config.Keep,
			Doc:    "keep preserves the layout of the script, except for trailing whitespace, blank lines and outliers; shfmt is the layout of shfmt",
			Editor: layoutOfShfmt,
		},
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces per level; 0 is a tab; keep preserves that of the script; with layout shfmt, it is the most frequent one, or tabs", Editor: indentOrTab(0, 100)},
		{Name: "binary-next-line", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "put operators such as && and | at the start of a line", Editor: switched("binary_next_line")},
		{Name: "case-indent", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "indent the patterns of a case", Editor: switched("switch_case_indent")},
		{Name: "space-redirects", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "put a space after redirect operators", Editor: switched("space_redirects")},
		{Name: "func-next-line", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "put the opening brace of a function on its own line", Editor: switched("function_next_line")},
		{Name: "simplify", Kind: config.Bool, Default: false, Doc: "simplify the code", Editor: switched("simplify")},
	},
	ignored: func(p editorconfig.Properties) bool {
		on, said := p.Bool("ignore")
		return said && on
	},
	formatter: func(v config.Values) (formatting.Language, error) {
		return shell.New(shell.Options{
			LanguageDialect: v.Text("language-dialect"),
			Simplify:        v.Bool("simplify"),
			Indent:          v.Int("indent"),
			BinaryNextLine:  v.Bool("binary-next-line"),
			CaseIndent:      v.Bool("case-indent"),
			SpaceRedirects:  v.Bool("space-redirects"),
			FuncNextLine:    v.Bool("func-next-line"),
			KeepLines:       v.Kept("layout") && !v.Bool("simplify"),
			Keep: shell.Keep{
				Indent:         v.Kept("indent"),
				BinaryNextLine: v.Kept("binary-next-line"),
				CaseIndent:     v.Kept("case-indent"),
				SpaceRedirects: v.Kept("space-redirects"),
				FuncNextLine:   v.Kept("func-next-line"),
			},
		})
	},
	docs: format.Language{
		Foreign: func(string, []byte) string { return "shfmt's parser does not support all shell syntax" },
		Title:   "Shell scripts",
		Tool:    "shfmt, or keeping the layout of the script, which is the default",
		Bad:     "#!/bin/sh\nif true; then\n  echo yes\n  echo or\n    echo no  \nfi\n",
		Good:    "#!/bin/sh\nif true; then\n  echo yes\n  echo or\n  echo no\nfi\n",
		Broken:  "#!/bin/sh\nif true; then\n",
		Fixed:   "#!/bin/sh\nif true; then\n\t:\nfi\n",
		More: "The default of `layout` is `keep`, because a repository may have a different style than shfmt's. If .editorconfig " +
			"has one of shfmt's own properties, the default is `shfmt`. With `keep`, trailing whitespace and blank lines beyond two " +
			"in a row are removed, and a line that is indented differently than the others of its block, or of its part of the script, " +
			"is indented like them. Nothing else changes. The other options are those of the shfmt command, for `layout = \"shfmt\"`. " +
			"An option that is not set follows the style of most places in the script. Files are recognized by their extension or their #! line.",
	},
}

// layoutOfShfmt returns shfmt if .editorconfig has one of shfmt's own
// properties, which means that the repository uses it.
func layoutOfShfmt(p editorconfig.Properties) any {
	for _, property := range []string{
		"shell_variant", "binary_next_line", "switch_case_indent", "space_redirects", "function_next_line", "simplify", "keep_padding",
	} {
		if p.Get(property) != "" {
			return "shfmt"
		}
	}
	return nil
}

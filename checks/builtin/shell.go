package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

var shellLanguage = language{
	name: "shell",
	options: []config.Option{
		{
			Name: "language-dialect", Kind: config.String, Values: []string{"auto", "bash", "posix", "mksh", "bats"}, Default: "auto",
			Doc:    "the dialect of every script; auto goes by suffix and #! line",
			Editor: named("shell_variant", "auto", "bash", "posix", "mksh", "bats"),
		},
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces of a level; 0 for tabs; keep is the script's own, or tabs if it has none", Editor: indentOrTab(0, 100)},
		{Name: "binary-next-line", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "operators such as && and | may start a line", Editor: switched("binary_next_line")},
		{Name: "case-indent", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "the patterns of a case are indented", Editor: switched("switch_case_indent")},
		{Name: "space-redirects", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "a space follows redirect operators", Editor: switched("space_redirects")},
		{Name: "func-next-line", Kind: config.Bool, Keep: true, Default: config.Keep, Doc: "the opening brace of a function is on a line of its own", Editor: switched("function_next_line")},
		{Name: "simplify", Kind: config.Bool, Default: false, Doc: "simplify the code", Editor: switched("simplify")},
	},
	ignored: func(p editorconfig.Properties) bool {
		on, said := p.Bool("ignore")
		return said && on
	},
	make: func(v config.Values) (formatting.Language, error) {
		return shell.New(shell.Options{
			LanguageDialect: v.Text("language-dialect"),
			Simplify:        v.Bool("simplify"),
			Indent:          v.Int("indent"),
			BinaryNextLine:  v.Bool("binary-next-line"),
			CaseIndent:      v.Bool("case-indent"),
			SpaceRedirects:  v.Bool("space-redirects"),
			FuncNextLine:    v.Bool("func-next-line"),
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
		Title:  "shell",
		Tool:   "shfmt",
		Bad:    "#!/bin/sh\nif true\nthen\n  echo  yes\nfi\n",
		Good:   "#!/bin/sh\nif true; then\n  echo yes\nfi\n",
		Broken: "#!/bin/sh\nif true; then\n",
		Mended: "#!/bin/sh\nif true; then\n\t:\nfi\n",
		More: "The options are those of the shfmt command, and so are their properties in .editorconfig. Where neither says " +
			"how, what most places of a script have is kept. Files are known by their suffix or their #! line.",
	},
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

var shellLanguage = language{
	name:   "shell",
	claims: claims(dependency("prettier-plugin-sh")),
	options: []config.Option{
		{
			Name: "language-dialect", Kind: config.String, Values: []string{"auto", "bash", "posix", "mksh", "bats"}, Default: "auto",
			Doc:    "the dialect of every script; auto goes by suffix and #! line",
			Editor: named("shell_variant", "auto", "bash", "posix", "mksh", "bats"),
		},
		{
			Name: "layout", Kind: config.String, Values: []string{config.Keep, "shfmt"}, Default: config.Keep,
			Doc:    "keep: nothing changes but indentation, trailing whitespace and blank lines; shfmt: all that shfmt lays out",
			Editor: layoutOfShfmt,
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
		Foreign: func(string, []byte) string { return "shfmt's parser does not take all that shells do" },
		Title:   "shell",
		Tool:    "shfmt, as far as its lines stay",
		Bad:     "#!/bin/sh\nif true; then\n  echo yes\n  echo or\n    echo no  \nfi\n",
		Good:    "#!/bin/sh\nif true; then\n  echo yes\n  echo or\n  echo no\nfi\n",
		Broken:  "#!/bin/sh\nif true; then\n",
		Mended:  "#!/bin/sh\nif true; then\n\t:\nfi\n",
		More: "Shfmt has an opinion on much that a repository may have another one on, so that `layout` is `keep`, unless it or " +
			"one of shfmt's own properties in .editorconfig is set. What is between two blank lines at the top is as shfmt has it, if " +
			"only indentation, trailing whitespace and blank lines change there, and else as it was. The other options are " +
			"those of the shfmt command. Where nothing says how, what most places of a script have is kept. Files are known by their suffix or their #! line.",
	},
}

// layoutOfShfmt is shfmt's if .editorconfig has one of its own properties: it
// is used then.
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

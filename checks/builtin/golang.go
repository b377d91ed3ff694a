package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
)

var golangLanguage = language{
	name: "go",
	options: []config.Option{
		{
			Name: "style", Kind: config.String, Values: []string{"gofumpt", "gofmt"}, Default: "gofumpt",
			Doc: "whose format it is; the options below are gofumpt's alone",
		},
		{
			Name: "lang-version", Kind: config.String, Default: "",
			Doc: "the Go version of the module, such as go1.26; empty leaves out what needs a newer one than go1",
		},
		{
			Name: "module-path", Kind: config.String, Default: "",
			Doc: "the path of the module, which tells its own imports from others",
		},
		{
			Name: "extra-rules", Kind: config.Strings, Default: []string(nil),
			Doc: "gofumpt's extra rules: group_params, clothe_returns, balance_calls",
		},
	},
	make: func(v config.Values) (formatting.Language, error) {
		return golang.New(golang.Options{
			Style:       v.Text("style"),
			LangVersion: v.Text("lang-version"),
			ModulePath:  v.Text("module-path"),
			ExtraRules:  v.Texts("extra-rules"),
		})
	},
	docs: format.Language{
		Title:  "Go",
		Tool:   "gofumpt",
		Bad:    "package p\n\nfunc f()  {\n\n\tvar x = 1\n\t_ = x\n}\n",
		Good:   "package p\n\nfunc f() {\n\tx := 1\n\t_ = x\n}\n",
		Broken: "package p\n\nfunc f( {\n}\n",
		Mended: "package p\n\nfunc f() {\n}\n",
		More: "gofumpt is stricter than gofmt, and gofmt leaves alone what it has formatted; `style = \"gofmt\"` is for those " +
			"who want no more than that. A byte order mark is removed. The options are those of the gofumpt command. They are " +
			"not read from go.mod, which an action of a build does not see. The format has one layout, so that nothing of " +
			".editorconfig counts.",
	},
}

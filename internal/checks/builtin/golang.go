package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// gomodKind matches the files that identify the module of Go files.
var gomodKind = &config.FileKind{
	Name:  "gomod",
	Names: []string{"go.mod"},
	Guide: []config.FileHolder{{Files: "`go.mod`", Holds: "[Go files](formatting.md#go) in its folder and below, if their style is gofumpt"}},
}

var golangLanguage = language{
	name: "go",
	options: []config.Option{
		{
			Name: "style", Kind: config.String, Values: []string{"gofmt", "gofumpt"}, Default: "gofmt",
			Doc: "the tool whose format is used; the other options apply only to gofumpt",
		},
		{
			Name: "lang-version", Kind: config.String, Default: "",
			Doc: "the Go version of the module, such as go1.26; if empty, that of go.mod, or else go1, which applies no rule that needs a newer version",
		},
		{
			Name: "module-path", Kind: config.String, Default: "",
			Doc: "the path of the module, which identifies its own imports; if empty, that of go.mod",
		},
		{
			Name: "extra-rules", Kind: config.Strings, Default: []string(nil),
			Doc: "gofumpt's extra rules: group_params, clothe_returns, balance_calls",
		},
	},
	files: []config.FormatFile{{Kind: gomodKind, Needed: func(v config.Values) bool {
		return v.Text("style") == "gofumpt" && (v.Text("lang-version") == "" || v.Text("module-path") == "")
	}}},
	formatter: func(v config.Values) (formatting.Language, error) {
		return golang.New(golang.Options{
			Style:       v.Text("style"),
			LangVersion: v.Text("lang-version"),
			ModulePath:  v.Text("module-path"),
			ExtraRules:  v.Texts("extra-rules"),
		})
	},
	docs: format.Language{
		Title:  "Go files",
		Tool:   "gofmt or gofumpt",
		Bad:    "package p\n\nfunc f( ) {\nx := 1\n\t_ = x\n}\n",
		Good:   "package p\n\nfunc f() {\n\tx := 1\n\t_ = x\n}\n",
		Broken: "package p\n\nfunc f( {\n}\n",
		Fixed:  "package p\n\nfunc f() {\n}\n",
		More: "`style = \"gofumpt\"` is stricter, and its result is also formatted for gofmt. The other options are those of the " +
			"gofumpt command; like that command, the formatter takes values that are not set from the nearest go.mod. A byte order " +
			"mark is removed, as gofumpt does. The format has one layout, so .editorconfig has no effect.",
	},
}

// ofModule sets the options that the configuration leaves to go.mod.
func ofModule(options config.Values, module golang.Module) {
	if options.Text("lang-version") == "" {
		options["lang-version"] = module.LangVersion
	}
	if options.Text("module-path") == "" {
		options["module-path"] = module.Path
	}
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/protobuf"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var protobufLanguage = language{
	name: "protobuf",
	off:  true,
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: 2, Doc: "spaces per level of blocks, 1 to 8", Editor: spaces(1, 8)},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
		return protobuf.New(protobuf.Options{Indent: v.Int("indent")})
	},
	docs: format.Language{
		Title:  "Protobuf files",
		Tool:   "the built-in formatter",
		Bad:    "message A{\n    int32 a=1;\n}\n",
		Good:   "message A {\n  int32 a = 1;\n}\n",
		Broken: "message A {\n",
		Fixed:  "message A {}\n",
		More: "Only whitespace and line endings change: line breaks, comments, quotes and the order of declarations stay. Lines " +
			"between \"// clang-format off\" and \"// clang-format on\" do not change. The parser reports only errors in tokens and " +
			"brackets; the compiler reports the others.",
	},
}

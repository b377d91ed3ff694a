package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/protobuf"
)

var protobufLanguage = language{
	name: "protobuf",
	off:  true,
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: 2, Doc: "spaces by which what is in a block is indented, 1 to 8", Editor: spaces(1, 8)},
	},
	make: func(v config.Values) (formatting.Language, error) {
		return protobuf.New(protobuf.Options{Indent: v.Int("indent")})
	},
	docs: format.Language{
		Title:  "Protobuf",
		Tool:   "a printer of this tool",
		Bad:    "message A{\n    int32 a=1;\n}\n",
		Good:   "message A {\n  int32 a = 1;\n}\n",
		Broken: "message A {\n",
		Mended: "message A {}\n",
		More: "Blanks and line ends change, and no other byte: line breaks, comments, quotes and the order of things stay. Lines " +
			"between \"// clang-format off\" and \"// clang-format on\" are left alone. Of mistakes, only those in tokens and " +
			"brackets are found, and the compiler finds the others.",
	},
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile"
)

var dockerfileLanguage = language{
	name: "dockerfile",
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Default: 4, Doc: "spaces of lines that go on; 0 for a tab", Editor: indentOrTab(1, 100)},
	},
	make: func(v config.Values) (formatting.Language, error) {
		return dockerfile.New(dockerfile.Options{Indent: v.Int("indent")})
	},
	docs: format.Language{
		Title:  "Dockerfile",
		Tool:   "a printer of this tool",
		Bad:    "from debian:12 as build\nRUN make \\\n&& make install\n",
		Good:   "FROM debian:12 AS build\nRUN make \\\n    && make install\n",
		Broken: "FROM debian:12\nRUN <<EOF\nmake\n",
		Mended: "FROM debian:12\nRUN <<EOF\nmake\nEOF\n",
		More: "Files are known by their names: Dockerfile, Containerfile, NAME.Dockerfile, Dockerfile.NAME. What a shell reads keeps its " +
			"words and its layout but for indentation and blanks at the ends of lines; here-documents stay as they are.",
	},
}

package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var dockerfileLanguage = language{
	name:   "dockerfile",
	claims: claims(dprint("/dockerfile-")),
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces before continuation lines, at most 100; 0 is a tab; keep does not change them"},
		{
			Name: "style", Kind: config.String, Values: []string{"keep", "canonical"}, Default: "keep",
			Doc: "keep preserves deliberate layout such as columns; canonical is one layout for all files, except for indent",
		},
	},
	formatter: func(v config.Values) (formatting.Language, error) {
		return dockerfile.New(dockerfile.Options{
			Indent: v.Int("indent"), KeepIndent: v.Kept("indent"), Canonical: v.Text("style") == "canonical",
		})
	},
	docs: format.Language{
		Foreign: format.Template,
		Title:   "Dockerfiles",
		Tool:    "the built-in formatter",
		Bad:     "FROM debian:12  AS build\n\n\n\n\nRUN make   \\\n  && make install\nCMD [\"serve\",\"-v\", \"/srv\"]\n",
		Good:    "FROM debian:12 AS build\n\n\nRUN make \\\n  && make install\nCMD [\"serve\", \"-v\", \"/srv\"]\n",
		Broken:  "FROM debian:12\nRUN <<EOF\nmake\n",
		Fixed:   "FROM debian:12\nRUN <<EOF\nmake\nEOF\n",
		More: "Files are recognized by name: Dockerfile, Containerfile, NAME.Dockerfile, Dockerfile.NAME. By default indentation, " +
			"columns and line breaks stay, and the rules buildkit/ConsistentInstructionCasing and buildkit/FromAsCasing check the " +
			"case of keywords. Shell commands keep their words and lines, and here-documents do not change.",
	},
}

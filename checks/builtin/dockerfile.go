package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile"
)

var dockerfileLanguage = language{
	name:   "dockerfile",
	claims: claims(dprint("/dockerfile-")),
	options: []config.Option{
		{Name: "indent", Kind: config.Int, Keep: true, Default: config.Keep, Doc: "spaces before continuation lines, at most 100; 0 for a tab; keep leaves each where it is"},
		{
			Name: "style", Kind: config.String, Values: []string{"keep", "canonical"}, Default: "keep",
			Doc: "keep leaves what a file does on purpose; canonical is one layout for all files, but for indent",
		},
	},
	make: func(v config.Values) (formatting.Language, error) {
		return dockerfile.New(dockerfile.Options{
			Indent: v.Int("indent"), KeepIndent: v.Kept("indent"), Canonical: v.Text("style") == "canonical",
		})
	},
	docs: format.Language{
		Foreign: format.Template,
		Title:   "Dockerfile",
		Tool:    "a printer of this tool",
		Bad:     "FROM debian:12  AS build\n\n\n\n\nRUN make   \\\n  && make install\nCMD [\"serve\",\"-v\", \"/srv\"]\n",
		Good:    "FROM debian:12 AS build\n\n\nRUN make \\\n  && make install\nCMD [\"serve\", \"-v\", \"/srv\"]\n",
		Broken:  "FROM debian:12\nRUN <<EOF\nmake\n",
		Mended:  "FROM debian:12\nRUN <<EOF\nmake\nEOF\n",
		More: "Files are known by their names: Dockerfile, Containerfile, NAME.Dockerfile, Dockerfile.NAME. By default indentation, columns " +
			"and line breaks stay, and buildkit/ConsistentInstructionCasing and buildkit/FromAsCasing see to the case of keywords. What a " +
			"shell reads keeps its words and its lines; here-documents stay as they are.",
	},
}

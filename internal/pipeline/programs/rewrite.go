package programs

import (
	"cmp"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// Rewrite returns how to use a program that makes new texts of files. data are
// other files and folders that it needs.
func Rewrite(use *declared.Use, data []string, opts *pipeline.Options) *external.Rewrite {
	made := &external.Rewrite{
		Prints: use.Format == declared.Text,
		Phase:  fixedits.Phase(cmp.Or(use.Phase, string(fixedits.PhaseSemantic))),
		Data:   data,
		Parse:  builtin.Parse,
		Taken:  func(path string, text []byte) string { return takenBy(path, text, opts) },
	}
	safety := fixedits.SafetySuggestion
	if made.Prints || made.Phase == fixedits.PhaseFormat {
		safety = fixedits.SafetySafe
	}
	made.Safety = cmp.Or(fixedits.Safety(use.Safety), safety)
	return made
}

// takenBy returns why a formatter of another tool must not format a file: a
// built-in formatter does. Two of them would undo each other for ever.
func takenBy(path string, text []byte, opts *pipeline.Options) string {
	c := opts.Config.For(path)
	formats, err := opts.Tools.Formats.For(c, path)
	if err != nil {
		return "" // LoadConfig has reported it
	}
	language := formats.For(path, text)
	if language == nil {
		return ""
	}
	name := language.Name()
	for _, schema := range opts.Tools.Checkers.FormatSchemas() {
		if schema.Language != name {
			continue
		}
		formatted, err := c.FormatsFile(schema, path)
		if err == nil && !formatted || c.Severity("format/"+name) == config.SeverityOff {
			return ""
		}
	}
	return fmt.Sprintf("the built-in formatter of %s formats it; for another one in its place, set enabled = false in [format.%s] of autofix.toml", name, name)
}

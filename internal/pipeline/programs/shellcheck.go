package programs

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/shellcheck"
)

// AsShellcheck has a checker get the scripts of Dockerfiles.
func AsShellcheck(checker *external.Checker) {
	checker.Format = adapters.Format{Name: declared.Dockerfile, Strict: true}
	checker.Parts = scriptsOfDockerfiles()
	if found := 1; !slices.Contains(checker.ExitCodes, found) {
		checker.ExitCodes = append(slices.Clip(checker.ExitCodes), found)
	}
}

// scriptsOfDockerfiles returns the parts for running shellcheck on these
// scripts.
func scriptsOfDockerfiles() *external.Parts {
	return &external.Parts{
		Of: func(path string, content []byte) []external.Part {
			var parts []external.Part
			for _, script := range shellcheck.Scripts(path, content) {
				parts = append(parts, external.Part{Args: shellcheck.Arguments(script.Dialect), Text: script.Text(), Of: script})
			}
			return parts
		},
		Name: shellcheck.FileName,
		Read: func(output []byte, parts []external.Part) ([]fixedits.Diagnostic, error) {
			scripts := make([]*shellcheck.Script, len(parts))
			for i, part := range parts {
				scripts[i] = part.Of.(*shellcheck.Script)
			}
			return shellcheck.Read(output, scripts)
		},
	}
}

package prove

import (
	"context"
	"path/filepath"
	"strings"
)

// versionArgs are how programs say which version they are.
var versionArgs = map[string]string{"go": "version", "bazel": "--version", "bazelisk": "version", "node": "--version", "npm": "--version", "pnpm": "--version", "yarn": "--version", "python": "--version", "python3": "--version", "pytest": "--version", "cargo": "--version", "make": "--version"}

// askVersions asks the program of the reproduction for its version.
func (p *proof) askVersions(ctx context.Context) error {
	program := p.reproduction.command.Program
	name := strings.TrimSuffix(filepath.Base(p.reproduction.command.Argv[0]), ".exe")
	args, known := versionArgs[name]
	if !known {
		return nil
	}
	said, _, err := recorded(p.journal, "version", func() (string, error) {
		var out, messages limited
		code, err := p.lab.runner.Ask(ctx, p.lab.tree, program, []string{args}, &out, &messages)
		if err != nil {
			return "", err
		}
		first, _, _ := strings.Cut(strings.TrimSpace(out.String()+messages.String()), "\n")
		if code != 0 || len(first) > 200 {
			return "", nil
		}
		return p.clean(first), nil
	})
	if said != "" {
		p.versions = map[string]string{name: said}
	}
	return err
}

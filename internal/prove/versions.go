package prove

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// askVersions asks the program of the reproduction for its version.
func (p *proof) askVersions(ctx context.Context) error {
	program := p.reproduction.command.Program
	name := strings.TrimSuffix(filepath.Base(p.reproduction.command.Argv[0]), ".exe")
	argument := runners.VersionArgument(name)
	if argument == "" {
		return nil
	}
	said, _, err := recorded(p.journal, "version", func() (string, error) {
		var out, messages limited
		code, err := p.lab.runner.Ask(ctx, p.lab.tree, program, []string{argument}, &out, &messages)
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

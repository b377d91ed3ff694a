package cli

import (
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// Shown returns how people read the paths of files below root: relative to the
// working folder, where terminals and other programs open them.
func (e *Environment) Shown(root string) report.Shown {
	return report.ShownFrom(root, e.Dir)
}

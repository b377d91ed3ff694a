package programs

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// State returns, in words, whether a file still has the settings that the
// person trusted.
func State(entry person.Entry, tools pipeline.Tools) string {
	ws, err := workspace.Open(entry.Workspace)
	if err != nil {
		return "gone"
	}
	defer ws.Close()
	from := pipeline.ConfigFiles{}
	if filepath.IsAbs(filepath.FromSlash(entry.File)) {
		from.File = entry.File
	} else if _, err := ws.Read(entry.File); errors.Is(err, fs.ErrNotExist) {
		return "gone"
	}
	source, err := pipeline.LoadConfig(ws, from, []string{entry.File}, tools)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "gone"
	case err != nil:
		return "changed: it has mistakes"
	case declared.Digest(source.For(entry.File)) != entry.SHA256:
		return "changed"
	}
	return "trusted"
}

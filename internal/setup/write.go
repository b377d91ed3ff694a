package setup

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Write writes the files of the plan in one transaction, and then the hook of
// git, which a workspace does not write, since it lies among git's files.
func (p *Plan) Write(ctx context.Context, ws *workspace.Workspace) error {
	var changes []workspace.Change
	var hook *fixedits.FileChange
	for i := range p.Files {
		f := &p.Files[i]
		if inGit(f.Path) {
			hook = f
			continue
		}
		changes = append(changes, workspace.Change{Path: f.Path, BeforeSHA256: f.BeforeSHA256, After: f.After, Create: f.Created})
	}
	if err := ws.Write(ctx, changes); err != nil || hook == nil {
		return err
	}
	return createIn(ws.Root(), hook)
}

func inGit(file string) bool { return strings.HasPrefix(file, gitFolder) }

// createIn creates an executable file below a folder. It replaces none, and
// follows no link that leads out of the folder.
func createIn(folder string, file *fixedits.FileChange) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("%s: cannot create it: %w", file.Path, err)
	}
	defer root.Close()
	if err := root.MkdirAll(path.Dir(file.Path), 0o777); err != nil {
		return fmt.Errorf("%s: cannot create it: %w", file.Path, err)
	}
	created, err := root.OpenFile(file.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o777)
	if err != nil {
		return fmt.Errorf("%s: cannot create it: %w", file.Path, err)
	}
	_, err = created.Write(file.After)
	if closed := created.Close(); err == nil {
		err = closed
	}
	return err
}

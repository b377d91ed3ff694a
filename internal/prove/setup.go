package prove

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// setupName is the file in the folder of a proof with the files of its setup.
const setupName = "setup.tar"

// setup runs the setup, or puts its installed files into the tree if it ran
// before the proof was interrupted.
func (p *proof) setup(ctx context.Context) error {
	if len(p.Setup) == 0 {
		return nil
	}
	cmd, err := p.runnable(command.Policy{Allow: append(command.Setup(), p.Settings.Commands...)}, p.Setup)
	if err != nil {
		return err
	}
	if _, err := p.run(ctx, at{phase: evidence.Setup, state: evidence.AtBase}, cmd, 1); err != nil {
		return err
	}
	if p.lab.installed {
		return nil
	}
	if err := p.lab.tree.LoadKept(ctx, p.lab.setup); err != nil {
		return fmt.Errorf("%w; start a new proof", err)
	}
	p.lab.installed = true
	return nil
}

// install keeps the files that the setup has just installed, for all states of
// the tree, for a clean room, and for a proof that is resumed. A setup that
// failed is an error: it is not recorded, so that a resumed proof tries it
// again.
func (l *lab) install(ctx context.Context, run *evidence.Run, words []string) error {
	if !run.Passed() {
		how := fmt.Sprintf("ends with %d", run.Exit)
		if run.End != evidence.Exited {
			how = "ends by " + string(run.End)
		}
		return fmt.Errorf("the setup fails: %s: %s: %s; --resume tries it again", strings.Join(words, " "), how, lastLine(run))
	}
	if err := l.tree.Keep(); err != nil {
		return err
	}
	if err := l.tree.SaveKept(ctx, l.setup); err != nil {
		return err
	}
	l.installed = true
	return nil
}

// repair restores files of the setup that a command has changed: no run may
// depend on the files of another.
func (l *lab) repair(ctx context.Context, tree *worktree.Tree) error {
	if !l.installed {
		return nil
	}
	disturbed, err := tree.Disturbed()
	if err != nil || len(disturbed) == 0 {
		return err
	}
	return tree.LoadKept(ctx, l.setup)
}

// Forget removes from the folder of a proof the files that only serve to resume
// it. It is for a proof that has its evidence.
func Forget(folder string) error {
	err := os.Remove(filepath.Join(folder, setupName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

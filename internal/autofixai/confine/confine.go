// Package confine runs an agent so that it sees its own program, its login and
// nothing of the workspace.
package confine

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
)

// A Box lists the files and the network that an agent may use.
type Box struct {
	Program  string   // absolute
	Folders  []string // that it may read and write
	Root     string   // of the workspace, which the agent does not see
	Network  bool     // it reaches more than this machine
	Size     uint64   // of each folder in memory, in bytes; 0: the default of the system
	Required bool     // no agent runs without a sandbox
}

// ErrNone is the cause of the error if no sandbox supports a box.
var ErrNone = sandbox.ErrUnavailable

// Wrap puts a command into the sandbox. The agent works in folder. Wrap returns
// the name of the level of the sandbox.
func (b *Box) Wrap(ctx context.Context, command *process.Command, folder string) (level string, err error) {
	policy := &sandbox.Policy{
		Dir: folder, Env: command.Env, ReadOnly: b.programs(), ReadWrite: b.Folders, Hidden: []string{b.Root}, PrivateSize: b.Size,
	}
	if home, err := os.UserHomeDir(); err == nil {
		policy.Private = []string{home}
	}
	if b.Required {
		policy.Require = sandbox.Files
	}
	if b.Network {
		policy.Network = sandbox.Allow
	} else {
		policy.Require = sandbox.Namespaces // the first level that can deny it
	}
	wrapped, reached, err := sandbox.Wrap(ctx, policy, *command)
	if err != nil {
		return "", err
	}
	*command = wrapped
	return reached.String(), nil
}

// programs returns the files and folders that the program needs to run: the
// folders of the PATH, its installation, and its interpreter.
func (b *Box) programs() []string {
	var all []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		// A folder in the workspace would be seen although the workspace is not.
		if filepath.IsAbs(dir) && !person.Within(b.Root, dir) {
			all = append(all, dir)
		}
	}
	all = append(all, installation(b.Program)...)
	if name, err := interpreter(b.Program); err == nil {
		all = append(all, installation(name)...)
	}
	return all
}

// installation returns the files of a program: the file itself, and the folder
// that it is installed in if that has packages or libraries beside bin.
func installation(program string) []string {
	all := []string{program}
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		return all
	}
	all = append(all, real)
	if at := strings.Index(real, string(filepath.Separator)+"node_modules"+string(filepath.Separator)); at > 0 {
		return append(all, real[:at]+string(filepath.Separator)+"node_modules")
	}
	if dir := filepath.Dir(real); filepath.Base(dir) == "bin" {
		for _, name := range []string{"lib", "lib64", "libexec", "share"} {
			if beside := filepath.Join(filepath.Dir(dir), name); isFolder(beside) {
				all = append(all, beside)
			}
		}
	}
	return all
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// interpreter returns the program of the first line of a script.
func interpreter(script string) (string, error) {
	f, err := os.Open(script)
	if err != nil {
		return "", err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, 512)).ReadBytes('\n')
	words := strings.Fields(string(bytes.TrimPrefix(line, []byte("#!"))))
	if err != nil || !bytes.HasPrefix(line, []byte("#!")) || len(words) == 0 {
		return "", errors.New("not a script")
	}
	if filepath.Base(words[0]) != "env" {
		return words[0], nil
	}
	for _, word := range words[1:] {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			return exec.LookPath(word)
		}
	}
	return "", fmt.Errorf("%s: its first line names no program", script)
}

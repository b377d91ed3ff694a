package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

var bubblewrap = rung{
	level: Bubblewrap,
	try: once(func(ctx context.Context) error {
		return tryWith(ctx, wrapInBubblewrap)
	}),
	wrap: wrapInBubblewrap,
}

// bwrap finds bubblewrap. A sandbox must not come from the folders that it
// contains, and a PATH may lead there.
func bwrap(p *Policy) (string, error) {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return "", errors.New("bwrap is not on the PATH")
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	for _, dir := range slices.Concat([]string{p.Dir}, p.ReadOnly, p.ReadWrite, p.Hidden) {
		if real, err := filepath.EvalSymlinks(dir); err == nil && isWithin(path, real) && !isWithin(path, "/usr") {
			return "", fmt.Errorf("bwrap on the PATH is %s, within %s that the sandbox is about", path, dir)
		}
	}
	return path, nil
}

// sizeOf returns the arguments that bound the size of the next tmpfs.
func sizeOf(m mount) []string {
	if m.Size == 0 {
		return nil
	}
	return []string{"--size", strconv.FormatUint(m.Size, 10)}
}

var sized sync.Map // results of takesSize, by path

// takesSize reports whether a bubblewrap has --size, which is new in 0.7.
func takesSize(path string) bool {
	if known, is := sized.Load(path); is {
		return known.(bool)
	}
	ctx, cancel := context.WithTimeout(context.Background(), tryTime)
	defer cancel()
	var help strings.Builder
	command := process.Command{Program: path, Args: []string{"--help"}, Stdout: &help, Stderr: &help, Tree: true}
	_, err := command.Run(ctx)
	takes := err == nil && strings.Contains(help.String(), "--size ")
	sized.Store(path, takes)
	return takes
}

// isWithin reports whether a path is a folder or in it.
func isWithin(path, dir string) bool {
	return path == dir || dir == "/" || strings.HasPrefix(path, dir+"/")
}

func wrapInBubblewrap(p *Policy, mounts []mount, command process.Command) (process.Command, error) {
	path, err := bwrap(p)
	if err != nil {
		return command, err
	}
	args := []string{
		"--die-with-parent", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
		"--unshare-cgroup-try", "--cap-drop", "ALL",
	}
	if p.Network == Deny {
		args = append(args, "--unshare-net")
	}
	if p.PrivateSize > 0 && !takesSize(path) {
		return command, fmt.Errorf("%s is too old to bound folders in memory", path)
	}
	var last []string // once nothing is to be made within them
	for _, m := range mounts {
		switch m.Kind {
		case readOnly:
			args = append(args, "--ro-bind", m.Path, m.Path)
		case readWrite:
			args = append(args, "--bind", m.Path, m.Path)
		case private:
			args = append(append(args, sizeOf(m)...), "--tmpfs", m.Path)
		case hiddenDir:
			args = append(args, "--tmpfs", m.Path)
			last = append(last, "--remount-ro", m.Path)
		case hiddenFile:
			args = append(args, "--ro-bind", "/dev/null", m.Path)
		case link:
			args = append(args, "--symlink", m.To, m.Path)
		case devices:
			args = append(args, "--dev", m.Path)
			if m.Size > 0 {
				args = append(append(args, sizeOf(m)...), "--tmpfs", m.Path+"/shm")
			}
		case processes:
			args = append(args, "--proc", m.Path)
			// Versions up to 0.8 leave these writable for root.
			for _, name := range kernelSettings() {
				args = append(args, "--ro-bind-try", "/proc/"+name, m.Path+"/"+name)
			}
		}
	}
	args = append(append(args, last...), "--remount-ro", "/", "--chdir", p.Dir, "--", command.Program)
	command.Args = append(args, command.Args...)
	command.Program = path
	// A network of its own has abstract sockets of its own.
	if p.Network == Allow && canScope() {
		return again(command, Bubblewrap, task{})
	}
	closeInherited()
	return command, nil
}

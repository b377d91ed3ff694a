package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	kernel "github.com/landlock-lsm/go-landlock/landlock/syscall"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

var files = rung{
	level: Files,
	try: once(func(ctx context.Context) error {
		// Before version 3, a file that may not be written can be cut.
		switch version, err := kernel.LandlockGetABIVersion(); {
		case err != nil:
			return fmt.Errorf("the kernel has no Landlock, or does not use it: %w", err)
		case version < 3:
			return fmt.Errorf("the kernel has version %d of Landlock, and 3 is needed (Linux 6.2)", version)
		}
		return tryWith(ctx, wrapInLandlock)
	}),
	wrap: wrapInLandlock,
}

// wrapInLandlock has this program start itself, restrict itself, and become the
// other one.
func wrapInLandlock(p *Policy, mounts []mount, command process.Command) (process.Command, error) {
	t := task{Dir: p.Dir}
	for _, m := range mounts {
		switch m.Kind {
		case readOnly:
			paths, err := showing(m.Path, mounts)
			if err != nil {
				return command, err
			}
			t.Read = append(t.Read, paths...)
		case readWrite:
			if inside := hiddenIn(m.Path, mounts); inside != "" {
				return command, fmt.Errorf("%s cannot be hidden in %s, which is writable", inside, m.Path)
			}
			t.Write = append(t.Write, m.Path)
		}
	}
	if !slices.ContainsFunc(command.Env, func(row string) bool { return strings.HasPrefix(row, "TMPDIR=") }) {
		command.Env = append(slices.Clone(command.Env), "TMPDIR="+p.Dir)
	}
	return again(command, Files, t)
}

// hiddenIn returns a path that is to be hidden in a folder.
func hiddenIn(dir string, mounts []mount) string {
	for _, m := range mounts {
		if m.Path != dir && isWithin(m.Path, dir) && !m.isHosts() && m.Kind != link {
			return m.Path
		}
	}
	return ""
}

// showing returns the paths that together show a path without the hidden parts of
// it. Landlock can only add.
func showing(path string, mounts []mount) ([]string, error) {
	if hiddenIn(path, mounts) == "" {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		inner := filepath.Join(path, e.Name())
		if e.Type()&fs.ModeSymlink != 0 || slices.ContainsFunc(mounts, func(m mount) bool { return m.Path == inner }) {
			continue
		}
		more, err := showing(inner, mounts)
		if err != nil {
			return nil, err
		}
		paths = append(paths, more...)
	}
	return paths, nil
}

// Devices and, with Landlock, all processes are visible.
var (
	landlockDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}
	landlockRead    = []string{"/proc"}
)

// withLandlock restricts this process and becomes the program.
func (t *task) withLandlock(args []string) error {
	version, err := kernel.LandlockGetABIVersion()
	if err != nil {
		return err
	}
	config := landlock.V3
	if version >= 5 {
		config = landlock.V5
	}
	rules := []landlock.Rule{
		landlock.RODirs(landlockRead...).IgnoreIfMissing(),
		landlock.RWFiles(landlockDevices...).IgnoreIfMissing(),
	}
	for writable, paths := range map[bool][]string{false: t.Read, true: t.Write} {
		for _, path := range paths {
			rule, err := ruleFor(path, writable)
			if err != nil {
				return err
			}
			rules = append(rules, rule)
		}
	}
	if err := config.RestrictPaths(rules...); err != nil {
		return err
	}
	// Root may read what belongs to processes outside by its capabilities.
	if err := dropCapabilities(); err != nil {
		return err
	}
	if canScope() {
		return withScope(args)
	}
	return become(args)
}

func become(args []string) error {
	return &fs.PathError{Op: "exec", Path: args[0], Err: syscall.Exec(args[0], args, os.Environ())}
}

// canScope reports whether the kernel can keep a program from the abstract Unix
// sockets of others, which no mount hides, and from signaling them: Linux 6.12.
func canScope() bool {
	version, err := kernel.LandlockGetABIVersion()
	return err == nil && version >= 6
}

// withScope keeps this process to itself and becomes the program.
func withScope(args []string) error {
	if err := landlock.V6.RestrictScoped(); err != nil {
		return err
	}
	return become(args)
}

func ruleFor(path string, writable bool) (landlock.Rule, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return landlock.RODirs(path).IgnoreIfMissing(), nil
	case err != nil:
		return nil, err
	case info.IsDir() && writable:
		return landlock.RWDirs(path).WithRefer(), nil
	case info.IsDir():
		return landlock.RODirs(path), nil
	case writable:
		return landlock.RWFiles(path), nil
	}
	return landlock.ROFiles(path), nil
}

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Network says whether a program may use the network.
type Network int

// The network that a program may use.
const (
	// Deny leaves only the loopback of the sandbox's own: what runs in it can talk
	// to itself.
	Deny Network = iota
	// Allow leaves the network of this machine and its loopback, and before Linux
	// 6.12 its abstract Unix sockets.
	Allow
)

// A Policy limits the files and the network of a program.
//
// All paths are absolute. Links in them are followed, and work in the sandbox
// too. Beside the paths that are named here, these are visible: the folders of
// the system that programs need (/usr, /bin, /lib, and of /etc only certificates,
// names of hosts and users, and settings of the loader), an empty /tmp of the
// sandbox's own, a few devices, and the sandbox's own processes. A path within
// another is decided by the inner one.
type Policy struct {
	// Dir is the working folder, visible and writable.
	Dir string
	// ReadOnly and ReadWrite are more files and folders that are visible. Those
	// that do not exist, or that this user cannot reach, are skipped.
	ReadOnly, ReadWrite []string
	// Private are folders that are empty, writable and gone in the end, such as a
	// home. At the level Files, they are not there.
	Private []string
	// PrivateSize bounds each private folder, /tmp and /dev/shm, in bytes. They
	// are in memory. 0 is the default of the system.
	PrivateSize uint64
	// Hidden are files and folders that are not visible even if a folder around
	// them is. A hidden file is empty or cannot be opened. One that is created
	// only after the start is not hidden.
	Hidden []string
	// Network defaults to Deny. Levels below Namespaces cannot deny it.
	Network Network
	// Env is the whole environment, of rows NAME=VALUE. At the level Files, TMPDIR
	// is added if it is missing: Dir, as there is no /tmp.
	Env []string
	// Require is the lowest level that will do.
	Require Level
}

// prepare returns a policy that is valid, with clean paths, and a command with
// an absolute program that runs in the policy's folder.
func prepare(given *Policy, command process.Command) (*Policy, process.Command, error) {
	p := *given
	if p.Require < None || p.Require > Bubblewrap {
		return nil, command, fmt.Errorf("require: %v is no level", p.Require)
	}
	dirs := []string{p.Dir}
	for _, list := range []struct {
		name  string
		paths *[]string
	}{
		{"working folder", &dirs},
		{"read-only", &p.ReadOnly},
		{"read-write", &p.ReadWrite},
		{"private", &p.Private},
		{"hidden", &p.Hidden},
	} {
		*list.paths = slices.Clone(*list.paths)
		for i, path := range *list.paths {
			if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
				return nil, command, fmt.Errorf("%s: %q is no absolute path", list.name, path)
			}
			(*list.paths)[i] = filepath.Clean(path)
		}
	}
	p.Dir = dirs[0]
	info, err := os.Stat(p.Dir)
	switch {
	case err != nil:
		return nil, command, fmt.Errorf("working folder: %w", err)
	case !info.IsDir():
		return nil, command, fmt.Errorf("working folder: %s is no folder", p.Dir)
	}
	// To exec.Cmd, no environment means the environment of this process.
	p.Env = append([]string{}, p.Env...)

	switch {
	case command.Attributes != nil:
		return nil, command, errors.New("the command has attributes of its own")
	case filepath.IsAbs(command.Program):
	case filepath.Base(command.Program) != command.Program:
		// It would depend on the folder, which may be another's.
		return nil, command, fmt.Errorf("program: %s is relative: name it by its absolute path", command.Program)
	default:
		program, err := exec.LookPath(command.Program)
		if err != nil {
			return nil, command, fmt.Errorf("program: %w", err)
		}
		command.Program = program
	}
	command.Dir, command.Env, command.Tree = p.Dir, p.Env, true
	return &p, command, nil
}

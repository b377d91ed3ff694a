package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A mount is one thing to put into the empty root of a sandbox.
type mount struct {
	Kind kind
	// Path is the place in the sandbox and on the host. Only the links of the
	// plan are links in it.
	Path string
	// To is the target of a link.
	To string `json:",omitempty"`
	// Size bounds the files in memory, in bytes.
	Size uint64 `json:",omitempty"`
}

type kind string

const (
	readOnly   kind = "read-only"   // of the host
	readWrite  kind = "read-write"  // of the host
	private    kind = "private"     // an empty, writable folder
	hiddenDir  kind = "hidden-dir"  // an empty folder
	hiddenFile kind = "hidden-file" // a file that is not there
	link       kind = "link"
	devices    kind = "devices"   // a new /dev
	processes  kind = "processes" // a new /proc
)

// A plan has the mounts of a sandbox, outer ones first.
type plan struct {
	mounts map[string]mount
	links  map[string]string
}

// system has the folders and files that programs need.
var system = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
	"/nix/store", "/gnu/store", "/run/current-system/sw",
	"/etc/alternatives", "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/ca-certificates.conf", "/etc/crypto-policies",
	"/etc/hosts", "/etc/host.conf", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/protocols", "/etc/services",
	"/etc/passwd", "/etc/group", "/etc/localtime", "/etc/timezone", "/etc/os-release", "/etc/mime.types",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
}

// planOf returns the mounts of a policy, outer ones first. The program must be
// in one of them.
func planOf(p *Policy, program string) ([]mount, error) {
	pl := plan{map[string]mount{}, map[string]string{}}
	for _, path := range system {
		// What cannot be read is not needed.
		_ = pl.show(readOnly, path)
	}
	for path, kind := range map[string]kind{"/tmp": private, "/dev": devices, "/proc": processes} {
		pl.mounts[path] = mount{Kind: kind, Path: path}
	}
	for _, list := range []struct {
		kind  kind
		paths []string
	}{
		{private, p.Private},
		{readOnly, p.ReadOnly},
		{readWrite, append([]string{p.Dir}, p.ReadWrite...)},
	} {
		for _, path := range list.paths {
			if err := pl.show(list.kind, path); err != nil {
				return nil, err
			}
		}
	}
	for _, path := range p.Hidden {
		if err := pl.hide(path); err != nil {
			return nil, err
		}
	}
	real, err := pl.resolve(program)
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	if around := pl.around(real); !around.isHosts() {
		return nil, fmt.Errorf("program: %s is not visible in the sandbox: add its folder to what is read-only", real)
	}
	mounts := pl.sorted()
	for i := range mounts {
		if kind := mounts[i].Kind; kind == private || kind == devices {
			mounts[i].Size = p.PrivateSize
		}
	}
	return mounts, nil
}

// show makes a path of the host visible. One that is missing, or that this user
// cannot reach, would not be of use; a private one is made.
func (pl *plan) show(kind kind, path string) error {
	real, err := pl.resolve(path)
	switch {
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.ENOTDIR):
		return err
	case kind != private:
		return nil
	default:
		real = path
	}
	if real == "/dev" || real == "/proc" || strings.HasPrefix(real, "/proc/") {
		return fmt.Errorf("%s: the sandbox has its own", real)
	}
	// A writable path is listed on purpose, also if another list has it too.
	pl.mounts[real] = mount{Kind: kind, Path: real}
	return nil
}

func (pl *plan) hide(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("hidden: %w", err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return fmt.Errorf("hidden: %w", err)
	}
	switch m, found := pl.mounts[real]; {
	case !found:
	case m.Kind == hiddenDir || m.Kind == hiddenFile || m.Kind == private:
		return nil // nothing of it is visible
	default:
		return fmt.Errorf("hidden: %s is also %s", real, m.Kind)
	}
	if !pl.around(filepath.Dir(real)).isHosts() {
		return nil // it needs no mount
	}
	m := mount{Kind: hiddenFile, Path: real}
	if info.IsDir() {
		m.Kind = hiddenDir
	}
	pl.mounts[real] = m
	return nil
}

// resolve follows the links of a path, and notes them.
func (pl *plan) resolve(path string) (string, error) {
	for range 40 { // as the kernel
		at, to, err := firstLink(path)
		if err != nil || at == "" {
			return path, err
		}
		pl.links[at] = to
		rest := strings.TrimPrefix(path, at)
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		path = filepath.Join(to, rest)
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// firstLink returns the first part of a path that is a link, and its target.
func firstLink(path string) (at, to string, err error) {
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' || path == "/" {
			continue
		}
		info, err := os.Lstat(path[:i])
		if err != nil {
			return "", "", err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(path[:i])
			return path[:i], to, err
		}
	}
	return "", "", nil
}

// around returns the innermost mount that a path is in.
func (pl *plan) around(path string) mount {
	for {
		if m, found := pl.mounts[path]; found {
			return m
		}
		if path == "/" {
			return mount{}
		}
		path = filepath.Dir(path)
	}
}

// isHosts reports whether a mount shows files of the host.
func (m mount) isHosts() bool { return m.Kind == readOnly || m.Kind == readWrite }

// sorted returns the mounts, outer ones first, with the links that are not in a
// folder of the host, which has them.
func (pl *plan) sorted() []mount {
	var mounts []mount
	for path, m := range pl.mounts {
		if !m.isHosts() || path == "/" || pl.around(filepath.Dir(path)).Kind != m.Kind {
			mounts = append(mounts, m)
		}
	}
	for at, to := range pl.links {
		if _, taken := pl.mounts[at]; !taken && !pl.around(at).isHosts() {
			mounts = append(mounts, mount{Kind: link, Path: at, To: to})
		}
	}
	slices.SortFunc(mounts, func(a, b mount) int { return cmp.Compare(a.Path, b.Path) })
	return mounts
}

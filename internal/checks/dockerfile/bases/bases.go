// Package bases describes well-known base images: the working folder, the user,
// the shells and the tools that a Dockerfile relies on implicitly.
//
// Nothing is assumed about images that are not in the table.
package bases

import "strings"

// A Base has the known properties of an image. The zero value of a field means
// that the property is unknown.
type Base struct {
	Workdir string // the absolute path of the working folder
	User    string // the final user of the image, by name or number
	Shell   Shell  // the implementation of /bin/sh
	Bash    string // the path of bash, or None
	Libc    Libc
	Wget    Wget   // the implementation of wget, if there is one
	GoPath  string // the value of GOPATH
}

// None means that an image has no program of a kind.
const None = "none"

// A Shell is an implementation of /bin/sh.
type Shell string

// Implementations of /bin/sh.
const (
	Dash    Shell = "dash"
	Bash    Shell = "bash"
	BusyBox Shell = "busybox"
	NoShell Shell = None
)

// A Libc is a C library.
type Libc string

// C libraries.
const (
	Glibc Libc = "glibc"
	Musl  Libc = "musl"
)

// A Wget is an implementation of wget.
type Wget string

// Implementations of wget.
const (
	GNUWget     Wget = "gnu"
	BusyBoxWget Wget = "busybox"
)

// Of returns the known properties of an image. name includes the registry, if
// any, but no tag. An empty tag means latest. A tag with a variable may be any
// tag, so only the properties that all images with the name share are known.
func Of(name, tag string) Base {
	name = Name(name)
	if strings.Contains(tag, "$") {
		return shared(name)
	}
	words := strings.FieldsFunc(strings.ToLower(tag), func(r rune) bool { return r == '-' })
	for i := range table {
		if row := &table[i]; row.named(name) && row.tagged(words) {
			return row.base()
		}
	}
	return Base{}
}

// Windows reports whether an image is certainly a Windows image: it is in the
// table, or has such a name or tag. The tag may have variables.
func Windows(name, tag string) bool {
	name = Name(name)
	words := strings.FieldsFunc(strings.ToLower(name+"-"+tag), func(r rune) bool { return strings.ContainsRune("-_./:", r) })
	for _, word := range words {
		if strings.HasPrefix(word, "windowsservercore") || strings.HasPrefix(word, "nanoserver") || word == "servercore" {
			return true
		}
	}
	for i := range table {
		if row := &table[i]; row.system == windows && row.tag == "" && row.named(name) {
			return true
		}
	}
	return false
}

// shared returns the properties on which all rows about a name agree.
func shared(name string) Base {
	var base Base
	found := false
	for i := range table {
		row := &table[i]
		if row.system == windows || !row.named(name) {
			continue
		}
		if next := row.base(); found {
			base = base.and(next)
		} else {
			base, found = next, true
		}
	}
	return base
}

// and returns the properties on which two bases agree.
func (b Base) and(c Base) Base {
	if b.Workdir != c.Workdir {
		b.Workdir = ""
	}
	if b.User != c.User {
		b.User = ""
	}
	if b.Shell != c.Shell {
		b.Shell = ""
	}
	if b.Bash != c.Bash {
		b.Bash = ""
	}
	if b.Libc != c.Libc {
		b.Libc = ""
	}
	if b.GoPath != c.GoPath {
		b.GoPath = ""
	}
	if b.Wget != c.Wget {
		b.Wget = ""
	}
	return b
}

// mirrors have the official images of Docker Hub under their own names.
var mirrors = []string{
	"docker.io/library/", "index.docker.io/library/", "registry-1.docker.io/library/", "library/",
	"public.ecr.aws/docker/library/", "mirror.gcr.io/library/", "docker.io/", "index.docker.io/", "registry-1.docker.io/",
}

// architectures are prefixes under which Docker Hub also has official images,
// such as arm64v8/alpine.
var architectures = []string{"amd64/", "arm32v5/", "arm32v6/", "arm32v7/", "arm64v8/", "i386/", "ppc64le/", "riscv64/", "s390x/"}

// Name returns the name of an image as in the tables of this package: in lower
// case, and official images of Docker Hub without a registry, mirror or
// architecture.
func Name(name string) string {
	name = strings.ToLower(name)
	for _, prefixes := range [][]string{mirrors, architectures} {
		for _, prefix := range prefixes {
			if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
				name = rest
				break
			}
		}
	}
	return name
}

// named reports whether the row applies to a name. A name in the row that ends
// in * is a prefix.
func (r *row) named(name string) bool {
	for one := range strings.FieldsSeq(r.names) {
		if prefix, ok := strings.CutSuffix(one, "*"); one == name || ok && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// tagged reports whether the row applies to a tag, given as its words. A word
// of the row is a prefix: alpine matches alpine3.20.
func (r *row) tagged(words []string) bool {
	if r.tag == "" {
		return true
	}
	for one := range strings.FieldsSeq(r.tag) {
		for _, word := range words {
			if strings.HasPrefix(word, one) {
				return true
			}
		}
	}
	return false
}

// base returns the properties in a row.
func (r *row) base() Base {
	base := systems[r.system]
	base.Workdir, base.User, base.GoPath = r.workdir, r.user, r.gopath
	if r.bash != "" {
		base.Bash = r.bash
	}
	return base
}

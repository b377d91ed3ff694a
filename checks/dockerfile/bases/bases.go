// Package bases knows what well-known base images bring with them: the working
// folder, the user, the shells and the tools that a Dockerfile builds on
// without saying so.
//
// What is not in the table is not known, and nothing may be guessed about it.
package bases

import "strings"

// A Base is what is known of an image. The zero value of each field says that
// it is not known.
type Base struct {
	Workdir string // the absolute path of the working folder
	User    string // the user that the image ends with, by name or number
	Shell   Shell  // what /bin/sh is
	Bash    string // the path of bash, or None
	Libc    Libc
	Wget    Wget // what wget is, if there is one
}

// None says that an image has no program of a kind.
const None = "none"

// A Shell is what /bin/sh is.
type Shell string

// The shells that /bin/sh may be.
const (
	Dash    Shell = "dash"
	Bash    Shell = "bash"
	BusyBox Shell = "busybox"
	NoShell Shell = None
)

// A Libc is a C library.
type Libc string

// The C libraries.
const (
	Glibc Libc = "glibc"
	Musl  Libc = "musl"
)

// A Wget is what the command wget is.
type Wget string

// What wget may be.
const (
	GNUWget     Wget = "gnu"
	BusyBoxWget Wget = "busybox"
)

// Of returns what is known of an image. name has the registry, if there is
// one, and no tag. An empty tag is latest; one with a variable in it may be
// any, so that only what all images of the name share is known.
func Of(name, tag string) Base {
	name = normalize(name)
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

// Windows reports whether an image certainly is one of Windows: it is known, or
// its name or tag has a word for it. The tag may have variables in it.
func Windows(name, tag string) bool {
	name = normalize(name)
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

// shared returns what all rows about a name agree on.
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

// and returns what two bases agree on.
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
	if b.Wget != c.Wget {
		b.Wget = ""
	}
	return b
}

// mirrors hold the official images of Docker Hub under names of their own.
var mirrors = []string{
	"docker.io/library/", "index.docker.io/library/", "registry-1.docker.io/library/", "library/",
	"public.ecr.aws/docker/library/", "mirror.gcr.io/library/", "docker.io/", "index.docker.io/", "registry-1.docker.io/",
}

// architectures are those under which Docker Hub has official images too, such
// as arm64v8/alpine.
var architectures = []string{"amd64/", "arm32v5/", "arm32v6/", "arm32v7/", "arm64v8/", "i386/", "ppc64le/", "riscv64/", "s390x/"}

// normalize returns an image's name as the table has it.
func normalize(name string) string {
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

// named reports whether the row is about a name. One that ends in * is about
// all names that begin so.
func (r *row) named(name string) bool {
	for one := range strings.FieldsSeq(r.names) {
		if prefix, ok := strings.CutSuffix(one, "*"); one == name || ok && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// tagged reports whether the row is about a tag, given as its words. A word of
// the row stands for all that begin with it, as alpine does for alpine3.20.
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

// base returns what a row says.
func (r *row) base() Base {
	base := systems[r.system]
	base.Workdir, base.User = r.workdir, r.user
	if r.bash != "" {
		base.Bash = r.bash
	}
	return base
}

package packages

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A Package is a package that an Install asks for.
type Package struct {
	Arg  lint.Arg
	Text string // without quotes; variables stay as written
	Kind Kind
	// Name is the name without the version, and Version is the version without
	// the operator before it; only for Named.
	Name, Version string
	// Pinned means that the version is given, as far as the manager supports
	// it: an exact version, a pattern or a bound, or the revision of a source
	// repository. The URL of a file is pinned.
	Pinned bool
}

// A Kind is the kind of an installed package.
type Kind int

const (
	// Named is a package from a repository, by name.
	Named Kind = iota
	// Group is a set of packages that can't have a version.
	Group
	// Local is a file or a folder.
	Local
	// Remote is the URL of a file or of a source repository.
	Remote
	// List is a file that lists packages, such as the file of pip install -r.
	List
	// Unknown depends on the shell.
	Unknown
)

// Unpinned reports whether a package could have a version but does not.
func (p *Package) Unpinned() bool { return !p.Pinned && (p.Kind == Named || p.Kind == Remote) }

// packages sets the packages that an Install asks for.
func (op *Operation) packages(d *description, args []lint.Arg) {
	for _, a := range args {
		p := Package{Arg: a, Text: Text(op.Command, a)}
		if p.Text == "" {
			continue
		}
		p.Name = p.Text
		d.judge(op, &p)
		if !a.Static && !p.Pinned && p.Kind == Named {
			p.Kind = Unknown
		}
		if p.Kind != Named {
			p.Name, p.Version = "", ""
		}
		op.Packages = append(op.Packages, p)
	}
	if op.Manager != Pip {
		return
	}
	for _, f := range op.Flags {
		switch f.Name {
		case "r", "requirement":
			op.Packages = append(op.Packages, Package{Arg: f.End, Text: f.Value, Kind: List})
		case "e", "editable":
			p := Package{Arg: f.End, Text: f.Value, Name: f.Value}
			judgePip(op, &p)
			if p.Kind == Named {
				p.Kind = Local // -e takes a folder or a URL
			}
			p.Name, p.Version = "", ""
			op.Packages = append(op.Packages, p)
		}
	}
}

// cut splits the text of a package at the first of signs.
func (p *Package) cut(signs string) {
	if i := strings.IndexAny(p.Text, signs); i > 0 {
		p.Name, p.Version = p.Text[:i], strings.TrimLeft(p.Text[i:], signs)
		p.Pinned = true
	}
}

// isPath reports whether a text is a path, judged by its prefix or suffix.
func isPath(text string, suffixes ...string) bool {
	for _, prefix := range []string{"/", "./", "../", "~"} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	for _, suffix := range suffixes {
		if strings.HasSuffix(text, suffix) {
			return true
		}
	}
	return text == "." || text == ".."
}

// place sets the kind of a URL or a path, and reports whether the package is
// either.
func (p *Package) place(suffixes ...string) bool {
	switch {
	case strings.Contains(p.Text, "://"):
		p.Kind, p.Pinned = Remote, true
	case isPath(p.Text, suffixes...):
		p.Kind = Local
	default:
		return false
	}
	return true
}

// judgeApt parses curl, curl=7.*, curl/bookworm-backports, curl:arm64,
// ./curl.deb.
func judgeApt(_ *Operation, p *Package) {
	if p.place(".deb") {
		return
	}
	p.cut("=/")
}

// judgeApk parses curl, curl=8.1-r0, curl~8, curl>8, curl@edge, curl.apk.
func judgeApk(_ *Operation, p *Package) {
	if p.place(".apk") {
		return
	}
	p.cut("=<>~")
	p.Name, _, _ = strings.Cut(p.Name, "@")
}

// judgeRPM parses curl, curl-7.76, curl-7.76-1.el9, 1:curl-7, @group,
// @module:stream, module:stream, curl.rpm.
func judgeRPM(op *Operation, p *Package) {
	module := strings.HasPrefix(op.Verb, "module")
	switch {
	case p.place(".rpm"):
	case module, strings.HasPrefix(p.Text, "@"):
		if !module {
			p.Kind = Group
		}
		p.cut(":")
	case strings.HasPrefix(op.Verb, "group"):
		p.Kind = Group
	default:
		p.rpmVersion()
	}
}

// rpmVersion splits NAME-VERSION and NAME-VERSION-RELEASE. Names may have
// dashes too, but versions and releases begin with a digit: python3-devel and
// java-17-openjdk have no version.
func (p *Package) rpmVersion() {
	last := strings.LastIndexByte(p.Text, '-')
	if last <= 0 || !numeric(p.Text[last+1:]) {
		return
	}
	at := last
	if before := strings.LastIndexByte(p.Text[:last], '-'); before > 0 && numeric(p.Text[before+1:]) {
		at = before
	}
	p.Name, p.Version, p.Pinned = p.Text[:at], p.Text[at+1:], true
}

// numeric reports whether a text begins like a version, or with a variable,
// which is assumed to be one.
func numeric(text string) bool {
	return text != "" && (text[0] >= '0' && text[0] <= '9' || text[0] == '$')
}

// judgeZypper parses curl, curl=8.0, curl>=8, pattern:devel, curl.rpm.
func judgeZypper(op *Operation, p *Package) {
	if p.place(".rpm") {
		return
	}
	if f := op.Flag("t", "type"); f != nil && f.Value != "package" || strings.HasPrefix(p.Text, "pattern:") || strings.HasPrefix(p.Text, "@") {
		p.Kind = Group
		return
	}
	p.cut("=<>")
}

// judgePip parses flask, flask==3.0, flask[async]~=3, 'flask; python_version >
// "3"', flask@URL, git+https://x@rev, ., ./pkg, x.whl.
func judgePip(_ *Operation, p *Package) {
	text, _, _ := strings.Cut(p.Text, ";")
	text = strings.TrimSpace(text)
	switch {
	case strings.Contains(text, "git+"), strings.Contains(text, "hg+"), strings.Contains(text, "svn+"), strings.Contains(text, "bzr+"):
		p.Kind = Remote
		_, rest, _ := strings.Cut(text, "://")
		_, where, _ := strings.Cut(rest, "/")
		p.Pinned = strings.Contains(where, "@")
	case strings.Contains(text, "://"):
		p.Kind, p.Pinned = Remote, true
	case isPath(text, ".whl", ".tar.gz", ".tar.bz2", ".zip", ".tgz"), strings.HasPrefix(text, ".["), strings.Contains(text, "/"):
		p.Kind = Local
	default:
		if i := strings.IndexAny(text, "=<>!~"); i > 0 {
			p.Name, p.Version, p.Pinned = strings.TrimSpace(text[:i]), strings.TrimLeft(text[i:], "=<>!~ "), true
		} else {
			p.Name = text
		}
	}
}

// judgeNode parses pkg, pkg@1, @scope/pkg@1, alias@npm:pkg@1, git URLs and
// user/repository with #REV, folders, archives.
func judgeNode(_ *Operation, p *Package) {
	switch {
	case strings.Contains(p.Text, "git+"), strings.HasPrefix(p.Text, "git:"), strings.HasPrefix(p.Text, "github:"),
		strings.HasPrefix(p.Text, "gitlab:"), strings.HasPrefix(p.Text, "bitbucket:"), strings.HasPrefix(p.Text, "git@"),
		strings.Contains(p.Text, "://") && strings.Contains(p.Text, ".git"):
		p.Kind, p.Pinned = Remote, strings.Contains(p.Text, "#")
	case strings.Contains(p.Text, "://"):
		p.Kind, p.Pinned = Remote, true
	case isPath(p.Text, ".tgz", ".tar.gz", ".tar"), strings.HasPrefix(p.Text, "file:"), strings.HasPrefix(p.Text, "link:"):
		p.Kind = Local
	case strings.Contains(p.Text, "/") && p.Text[0] != '@' && !strings.Contains(p.Text, "@"):
		p.Kind, p.Pinned = Remote, strings.Contains(p.Text, "#")
	default:
		if i := strings.IndexByte(p.Text[1:], '@') + 1; i > 0 {
			p.Name, p.Version, p.Pinned = p.Text[:i], p.Text[i+1:], true
		}
	}
}

// judgeGem parses rake, rake:13.0, x.gem, and -v, which applies to all gems.
func judgeGem(op *Operation, p *Package) {
	if p.place(".gem") {
		return
	}
	p.cut(":")
	if f := op.Flag("v", "version"); f != nil && !p.Pinned {
		p.Version, p.Pinned = f.Value, true
	}
}

// judgeGo parses example.com/cmd@v1, ./..., std. A package from a repository
// has a dot in its first element.
func judgeGo(_ *Operation, p *Package) {
	first, _, below := strings.Cut(p.Text, "/")
	if isPath(p.Text, ".go") || !below || !strings.Contains(first, ".") && !strings.Contains(first, "$") {
		p.Kind = Local
		return
	}
	p.cut("@")
	p.Pinned = p.Pinned && p.Version != "latest" && p.Version != "upgrade" && p.Version != "patch"
}

// judgeCargo parses ripgrep, ripgrep@14, and --version, --git with --rev or
// --tag, and --path.
func judgeCargo(op *Operation, p *Package) {
	switch {
	case op.Has("path"):
		p.Kind = Local
	case op.Has("git"):
		p.Kind, p.Pinned = Remote, op.Has("rev", "tag")
	default:
		p.cut("@")
		if f := op.Flag("version", "vers"); f != nil && !p.Pinned {
			p.Version, p.Pinned = f.Value, true
		}
	}
}

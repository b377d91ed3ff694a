package split

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/practice"
)

// RuntimePackages are the packages that a last stage may install besides the
// packages of the file: certificates, time zones, and the libraries that
// compiled programs and interpreters need.
var RuntimePackages = []string{
	"ca-certificates", "tzdata",
	"gcompat", "gmp", "libc6-compat", "libgcc", "libgcc-s1", "libgfortran", "libgfortran5", "libgmp10", "libgomp", "libgomp1", "libstdc++", "libstdc++6",
	"libcurl", "libcurl4", "libffi", "libffi8", "libpq", "libpq5", "libsqlite3-0", "libssl3", "libxml2", "libxslt", "libxslt1.1", "openssl", "sqlite-libs",
	"zlib", "zlib1g",
}

// isRuntimePackage reports whether a package is one of RuntimePackages, or
// another version of a library: libssl1.1 of libssl3.
func isRuntimePackage(name string) bool {
	stem := func(name string) string { return strings.TrimRight(name, "0123456789.") }
	return slices.ContainsFunc(RuntimePackages, func(p string) bool {
		return p == name || strings.HasPrefix(p, "lib") && stem(p) != p && stem(p) == stem(name)
	})
}

// isCache reports whether a mount is the cache of a package manager.
func isCache(m *lint.Mount) bool {
	for key := range m.Values {
		if !slices.Contains([]string{"type", "target", "dst", "destination", "sharing"}, key) {
			return false
		}
	}
	return m.Type == "cache" && slices.Contains(practice.CacheFolders(), m.Target)
}

// repeatable reports whether more than one stage may have a step.
func (s *step) repeatable() bool {
	if s.script == nil {
		return s.ins.Name == "copy" || s.isLocal()
	}
	return s.dispensable || s.script.op != nil && s.script.op.Action != packages.Other || s.script.runsOnly(local) || s.script.runsOnly(modules) || s.script.configures() || s.script.addsSource()
}

// addsSource reports whether an element adds a source of packages, which each
// stage with packages from it needs.
func (e *element) addsSource() bool {
	switch {
	case e.command == nil || len(e.command.Args) == 0 || !e.runsOnly([]string{e.name}):
		return false
	case e.name == "dpkg":
		return e.command.Args[0].Is("--add-architecture")
	case e.name == "rpm":
		return e.command.Args[0].Is("--import")
	}
	return e.name == "add-apt-repository" || e.name == "apt-add-repository"
}

// configuring are the commands that write the settings of package managers and of
// git, which each stage with these needs.
var configuring = []string{
	"bundle config", "composer config", "conda config", "corepack enable", "gem sources", "git config", "go env -w", "npm config set", "npm set",
	"pip config set", "pip3 config set", "pnpm config set", "poetry config", "yarn config set",
}

// configures reports whether an element starts with the words of one of
// configuring, and has no other program in its words.
func (e *element) configures() bool {
	return e.command != nil && slices.ContainsFunc(configuring, func(text string) bool {
		words := strings.Fields(text)
		args := e.command.Args
		return e.command.Word.Is(words[0]) && len(args) >= len(words[1:]) && e.runsOnly(words[:1]) &&
			slices.EqualFunc(args[:len(words)-1], words[1:], func(a lint.Arg, w string) bool { return a.Is(w) })
	})
}

// local are commands that get nothing from the network: they make users,
// folders, links and settings, and remove files.
var local = []string{
	":", "[", "addgroup", "adduser", "cat", "chfn", "chmod", "chown", "cp", "cut", "dpkg-reconfigure", "echo", "egrep", "false", "getent", "grep", "groupadd", "groupmod",
	"id", "install", "ldconfig", "ln", "locale-gen", "localedef", "mkdir", "printf", "rm", "sed", "test", "touch", "true", "update-alternatives", "update-ca-certificates",
	"update-locale", "useradd", "usermod",
}

// settings are commands that turn modules of Apache and PHP on and off.
var settings = []string{"a2disconf", "a2dismod", "a2dissite", "a2enconf", "a2enmod", "a2ensite", "phpdismod", "phpenmod"}

// modules are settings, and commands that compile and turn on extensions in the
// images of PHP from their own sources.
var modules = slices.Concat(settings, []string{"docker-php-ext-configure", "docker-php-ext-enable", "docker-php-ext-install", "nproc"})

// namesPaths reports whether an element has the same effect in any folder,
// because all of its files have absolute paths.
func (e *element) namesPaths() bool {
	if e.command == nil || len(e.command.Before) > 0 || !e.runsOnly([]string{e.name}) {
		return false
	}
	files := 0
	for i, arg := range e.command.Args {
		switch {
		case !arg.Static:
			return false
		case strings.HasPrefix(arg.Value, "-"):
		case strings.HasPrefix(arg.Value, "/"):
			files++
		case files > 0 || i == len(e.command.Args)-1:
			return false
		case e.name != "chgrp" && e.name != "chmod" && e.name != "chown":
			return false
		}
	}
	return files > 0 && slices.Contains([]string{"chgrp", "chmod", "chown", "ln", "mkdir", "rm", "touch"}, e.name)
}

// worksAnywhere reports whether an element has the same effect in any folder: an
// operation on packages of the system by their names, the addition of a source,
// the removal of lists and caches, or a command about users, libraries and
// settings whose output goes to an absolute path.
func (e *element) worksAnywhere() bool {
	if e.cleans() {
		return true
	}
	if e.addsSource() {
		return e.name != "rpm" || !slices.ContainsFunc(e.command.Args[1:], func(a lint.Arg) bool { return !strings.HasPrefix(a.Value, "/") })
	}
	if e.op != nil {
		return e.ofSystem() && (e.op.Action != packages.Install || e.named)
	}
	switch e.name {
	case "addgroup", "adduser", "chfn", "dpkg-reconfigure", "echo", "groupadd", "ldconfig", "locale-gen", "printf", "update-ca-certificates", "useradd", "usermod":
	default:
		return false
	}
	if !e.runsOnly([]string{e.name}) {
		return false
	}
	return !slices.ContainsFunc(e.stmt.Redirs, func(r *syntax.Redirect) bool { return !strings.HasPrefix(r.Word.Lit(), "/") })
}

// ofSystem reports whether an element is an operation on packages of the system.
func (e *element) ofSystem() bool {
	return e.op != nil && slices.Contains([]packages.Manager{packages.AptGet, packages.Apt, packages.Apk, packages.Dnf, packages.Yum, packages.Zypper}, e.op.Manager)
}

// programFlags are flags of the installations of installsPrograms.
var programFlags = []string{"F", "bin", "f", "features", "force", "ldflags", "locked", "no-default-features", "q", "quiet", "tags", "trimpath", "v", "vers", "version"}

// installsPrograms reports whether an element is a cargo install of programs by
// their names, or a go install of programs with versions. Neither reads the
// project in its folder.
func (e *element) installsPrograms() bool {
	if e == nil || e.op == nil || e.op.Action != packages.Install || len(e.op.Packages) == 0 {
		return false
	}
	isGo := e.op.Manager == packages.Go && e.op.Verb == "install"
	if e.op.Manager != packages.Cargo && !isGo || slices.ContainsFunc(e.op.Flags, func(f packages.Flag) bool { return !slices.Contains(programFlags, f.Name) }) {
		return false
	}
	return !slices.ContainsFunc(e.op.Packages, func(p packages.Package) bool {
		return p.Kind != packages.Named || isGo && !strings.Contains(p.Text, "@")
	})
}

// prints reports whether an element only prints.
func (e *element) prints() bool {
	return e.command != nil && len(e.command.Before) == 0 && e.runsOnly([]string{"echo", "printf"})
}

// cleaning are the commands that remove the caches of packages.
var cleaning = []string{"apt-get clean", "dnf clean all", "microdnf clean all", "yum clean all"}

// lists are the folders of the lists and caches of packages of the system.
var lists = []string{"/var/cache/apk", "/var/cache/apt", "/var/cache/dnf", "/var/cache/yum", "/var/lib/apt/lists"}

// cleans reports whether an element only removes the lists and caches of packages
// of the system: it is one of cleaning, or an rm of lists by their paths.
func (e *element) cleans() bool {
	if slices.Contains(cleaning, e.text) {
		return true
	}
	if e.command == nil || !e.command.Word.Is("rm") || len(e.command.Before) > 0 {
		return false
	}
	folders := 0
	for _, arg := range e.command.Args {
		switch {
		case !arg.Static || strings.Contains(arg.Value, ".."):
			return false
		case strings.HasPrefix(arg.Value, "-"):
			if strings.Trim(arg.Value, "-rRfv") != "" {
				return false
			}
		case !slices.ContainsFunc(lists, func(folder string) bool { return contains(folder, withoutPattern(arg.Value)) }):
			return false
		default:
			folders++
		}
	}
	return folders > 0
}

// refreshing are the commands that get the lists of packages.
var refreshing = []string{"apk update", "apt update", "apt-get update"}

// removes reports whether an element only removes packages, lists and caches.
func (e *element) removes() bool {
	return e.cleans() || e.op != nil && (e.op.Action == packages.Remove || e.op.Action == packages.Clean)
}

// isAddition reports whether a step of the last stage is a command that a
// divided file may add.
func (j *judge) isAddition(s *step) bool {
	if s.script == nil || s.ignored || s.regardless || len(s.setup) > 0 || s.shell != "" || s.flags != "[]" || s.user != "" && s.user != "root" && s.user != "0" {
		return false
	}
	return s.script.cleans() || slices.Contains(refreshing, s.text) || j.installsRuntime(s)
}

// installsRuntime reports whether a step installs only RuntimePackages,
// packages that the file installed, and the libraries and runtimes of its
// packages for development.
func (j *judge) installsRuntime(s *step) bool {
	e := s.script
	if e.op == nil || e.op.Action != packages.Install || e.op.Open {
		return false
	}
	command := e.op.Command
	asks := slices.ContainsFunc(command.Call.Assigns, func(a *syntax.Assign) bool { return printed(a) != "DEBIAN_FRONTEND=noninteractive" })
	if asks || len(command.Before) > 0 || command.Word.Value != command.Name {
		return false
	}
	switch e.op.Manager {
	case packages.AptGet, packages.Apt, packages.Apk, packages.Dnf, packages.Yum:
	default:
		return false
	}
	for i := range e.op.Flags {
		if f := &e.op.Flags[i]; f.Value != "" || !slices.Contains(interactive, f.Name) {
			return false
		}
	}
	if len(s.packages) == 0 || !e.named || slices.ContainsFunc(s.packages, func(name string) bool { return !isRuntimePackage(name) && !j.installed(e.op.Manager, name) }) {
		return false
	}
	j.added = append(j.added, s.packages...)
	return true
}

// installsLibraries reports whether a step is an old installation of packages of
// the system, with its options, which has libraries and runtimes of its packages
// for development instead.
func (j *judge) installsLibraries(s *step) bool {
	if len(s.packages) == 0 || !s.script.worksAnywhere() {
		return false
	}
	like := *s
	like.packages = nil
	for i := range j.before {
		if old := &j.before[i]; like.same(old) && !slices.ContainsFunc(s.packages, func(name string) bool { return !old.serves(name) }) {
			j.added = append(j.added, s.packages...)
			return true
		}
	}
	return false
}

// foreignFirst returns an installation with the packages first that a last stage
// may not install.
func (j *judge) foreignFirst(s *step) *step {
	ordered := *s
	ordered.packages = slices.Clone(s.packages)
	slices.SortStableFunc(ordered.packages, func(a, b string) int {
		rank := func(name string) int {
			if isRuntimePackage(name) || j.installed(s.script.op.Manager, name) {
				return 1
			}
			return 0
		}
		return rank(a) - rank(b)
	})
	return &ordered
}

// installed reports whether the old file installed a package, or the package for
// development of a library or runtime.
func (j *judge) installed(manager packages.Manager, name string) bool {
	return slices.ContainsFunc(j.before, func(s step) bool {
		return s.script != nil && s.script.op != nil && sameSystem(s.script.op.Manager, manager) && s.serves(name)
	})
}

// serves reports whether a step installs a package, or the package for development
// of a library or runtime.
func (s *step) serves(name string) bool {
	return slices.ContainsFunc(s.packages, func(had string) bool {
		return had == name && !strings.HasPrefix(name, "-") || isLibraryOf(name, had) || isRuntimeOf(name, had)
	})
}

// sameSystem reports whether two managers install the same packages.
func sameSystem(a, b packages.Manager) bool {
	apt := []packages.Manager{packages.AptGet, packages.Apt}
	return a == b || slices.Contains(apt, a) && slices.Contains(apt, b)
}

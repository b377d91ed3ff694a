package split

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	dockerfile "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/practice"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

type flag = dockerfile.Flag

// Runtimes are the repositories of images that a last stage may be based on,
// besides the images of the file. Their owners are distributions and vendors.
var Runtimes = []string{
	"scratch", "alpine", "busybox", "debian", "ubuntu",
	"amazoncorretto", "eclipse-temurin", "httpd", "nginx", "node", "perl", "php", "python", "ruby",
	"gcr.io/distroless/base*", "gcr.io/distroless/cc*", "gcr.io/distroless/java*", "gcr.io/distroless/nodejs*", "gcr.io/distroless/python3*", "gcr.io/distroless/static*",
	"mcr.microsoft.com/dotnet/aspnet", "mcr.microsoft.com/dotnet/runtime", "mcr.microsoft.com/dotnet/runtime-deps",
	"registry.access.redhat.com/ubi8/ubi-micro", "registry.access.redhat.com/ubi8/ubi-minimal",
	"registry.access.redhat.com/ubi9/ubi-micro", "registry.access.redhat.com/ubi9/ubi-minimal",
}

// RuntimePackages are the packages that a last stage may install besides the
// packages of the file: certificates, time zones, and the libraries that
// compiled programs and interpreters need.
var RuntimePackages = []string{
	"ca-certificates", "tzdata",
	"gcompat", "gmp", "libc6-compat", "libgcc", "libgcc-s1", "libgmp10", "libgomp", "libgomp1", "libstdc++", "libstdc++6",
	"libcurl", "libcurl4", "libffi", "libffi8", "libpq", "libpq5", "libsqlite3-0", "libssl3", "libxml2", "libxslt", "libxslt1.1", "openssl", "sqlite-libs",
	"zlib", "zlib1g",
}

// variants are the words of tags that name a distribution or a smaller image
// of the same version.
var variants = []string{"alpine", "bookworm", "bullseye", "buster", "jammy", "jre", "minimal", "noble", "runtime", "slim", "trixie"}

var tagForm = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// baseOf judges the FROM of a stage.
func (j *judge) baseOf(s *lint.Stage, last bool) {
	for i := range s.From.Flags {
		if j.base.Platform == nil || s.From.Flags[i].Value != j.base.Platform.Value {
			j.refuse(s.From.Line, "FROM has a flag that the file did not have")
			return
		}
	}
	text := s.Base.Value
	switch {
	case s.Parent != nil, text == j.base.Base.Value:
	case !last:
		j.refuse(s.From.Line, "the stage is not based on %s, as the file was", j.base.Base.Value)
	case !isRuntime(text) && !isVariant(text, j.base.Base.Value):
		j.refuse(s.From.Line, "the last stage is based on %s, which is neither an image of the file nor one of the documented runtimes", text)
	}
}

// isRuntime reports whether an image is one of Runtimes, with any tag.
func isRuntime(image string) bool {
	name, tag := divided(image)
	if tag != "" && !tagForm().MatchString(tag) {
		return false
	}
	return slices.ContainsFunc(Runtimes, func(allowed string) bool {
		prefix, open := strings.CutSuffix(allowed, "*")
		return name == allowed || open && strings.HasPrefix(name, prefix) && !strings.Contains(name[len(prefix):], "/")
	})
}

// isVariant reports whether an image is a smaller one of the same version.
func isVariant(image, old string) bool {
	name, tag := divided(image)
	oldName, oldTag := divided(old)
	if name != oldName || !tagForm().MatchString(tag) {
		return false
	}
	words := strings.Split(tag, "-")
	if version, _, _ := strings.Cut(oldTag, "-"); words[0] == version {
		words = words[1:]
	} else if oldTag != "" && oldTag != "latest" && !isVariantWord(version) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !isVariantWord(w) })
}

func isVariantWord(word string) bool {
	return slices.Contains(variants, strings.TrimRight(word, "0123456789."))
}

var hubPrefix = regexp.MustCompile(`^(?:(?:index\.)?docker\.io/)?(?:library/)?`)

// divided returns the repository of an image, in lower case and without the
// registry that needs no name, and its tag. A digest stays in the tag.
func divided(image string) (name, tag string) {
	at := strings.IndexByte(image, '@')
	if colon := strings.LastIndexByte(image, ':'); at < 0 && colon > strings.LastIndexByte(image, '/') {
		at = colon
	}
	name = image
	if at >= 0 {
		name, tag = image[:at], strings.TrimPrefix(image[at:], ":")
	}
	return hubPrefix.ReplaceAllString(name, ""), tag
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
		return s.ins.Name == "copy"
	}
	return s.dispensable || s.script.op != nil && s.script.op.Action != packages.Other || s.script.runsOnly(local) || s.script.isGitConfig()
}

// isGitConfig reports whether an element is a git config.
func (e *element) isGitConfig() bool {
	return e.command != nil && e.command.Word.Is("git") && len(e.command.Args) > 0 && e.command.Args[0].Is("config") && e.runsOnly([]string{"git"})
}

// local are commands that get nothing from the network: they make users,
// folders, links and settings.
var local = []string{
	":", "[", "addgroup", "adduser", "cat", "chmod", "chown", "cp", "cut", "dpkg-reconfigure", "echo", "egrep", "false", "getent", "grep", "groupadd", "groupmod",
	"id", "install", "ldconfig", "ln", "locale-gen", "mkdir", "printf", "sed", "test", "touch", "true", "update-alternatives", "update-ca-certificates",
	"useradd", "usermod",
}

// worksAnywhere reports whether an element has the same effect in any folder: an
// operation of the system's packages by their names, or a command about users,
// libraries and settings whose output goes to an absolute path.
func (e *element) worksAnywhere() bool {
	if e.op != nil {
		switch e.op.Manager {
		case packages.AptGet, packages.Apt, packages.Apk, packages.Dnf, packages.Yum, packages.Zypper:
			return !slices.ContainsFunc(e.op.Packages, func(p packages.Package) bool { return p.Kind != packages.Named })
		}
		return false
	}
	switch e.name {
	case "addgroup", "adduser", "dpkg-reconfigure", "echo", "groupadd", "ldconfig", "locale-gen", "printf", "update-ca-certificates", "useradd", "usermod":
	default:
		return false
	}
	if !e.runsOnly([]string{e.name}) {
		return false
	}
	return !slices.ContainsFunc(e.stmt.Redirs, func(r *syntax.Redirect) bool { return !strings.HasPrefix(r.Word.Lit(), "/") })
}

// prints reports whether an element only prints.
func (e *element) prints() bool {
	return e.command != nil && len(e.command.Before) == 0 && e.runsOnly([]string{"echo", "printf"})
}

// cleaning are the commands that remove the lists and caches of packages.
var cleaning = []string{
	"apt-get clean", "dnf clean all", "microdnf clean all", "yum clean all",
	"rm -rf /var/cache/apk/*", "rm -rf /var/cache/dnf", "rm -rf /var/cache/yum", "rm -rf /var/lib/apt/lists/*",
}

// removes reports whether an element only removes packages, lists and caches.
func (e *element) removes() bool {
	return slices.Contains(cleaning, e.text) || e.op != nil && (e.op.Action == packages.Remove || e.op.Action == packages.Clean)
}

// isAddition reports whether a step of the last stage is a command that a
// divided file may add.
func (j *judge) isAddition(s *step) bool {
	if s.script == nil || s.ignored || s.regardless || len(s.setup) > 0 || s.shell != "" || s.flags != "[]" || s.user != "" && s.user != "root" && s.user != "0" {
		return false
	}
	return slices.Contains(cleaning, s.script.text) || s.script.text == "apt-get update" || j.installsRuntime(s.script)
}

// installsRuntime reports whether an element installs only RuntimePackages,
// packages that the file installed, and the libraries of its packages for
// development.
func (j *judge) installsRuntime(e *element) bool {
	if e.op == nil || e.op.Action != packages.Install || e.command == nil || len(e.command.Before) > 0 || e.op.Open {
		return false
	}
	switch e.op.Manager {
	case packages.AptGet, packages.Apk, packages.Dnf, packages.Yum:
	default:
		return false
	}
	for i := range e.op.Flags {
		if f := &e.op.Flags[i]; f.Value != "" || !slices.Contains(interactive, f.Name) {
			return false
		}
	}
	for i := range e.op.Packages {
		if p := &e.op.Packages[i]; p.Kind != packages.Named || !slices.Contains(RuntimePackages, p.Text) && !j.installed(e.op.Manager, p.Text) {
			return false
		}
	}
	if len(e.op.Packages) == 0 || e.command.Word.Value != e.command.Name {
		return false
	}
	for i := range e.op.Packages {
		j.added = append(j.added, e.op.Packages[i].Text)
	}
	return true
}

// libraryOf matches the rest of the name of a library, after the part that it
// has in common with its package for development: libpcap-dev and libpcap0.8,
// lz4-dev and lz4-libs.
var libraryOf = lazyregexp.New(`^(?:[0-9][0-9.]*(?:t64)?|-libs)?$`)

// installed reports whether the old file installed a package, or the package for
// development of a library.
func (j *judge) installed(manager packages.Manager, name string) bool {
	return slices.ContainsFunc(j.before, func(s step) bool {
		if s.script == nil || s.script.op == nil || s.script.op.Manager != manager {
			return false
		}
		return slices.ContainsFunc(slices.Concat(s.packages, s.listed), func(had string) bool {
			stem, isDev := strings.CutSuffix(had, "-dev")
			return had == name && !strings.HasPrefix(name, "-") || isDev && strings.HasPrefix(name, stem) && libraryOf().MatchString(name[len(stem):])
		})
	})
}

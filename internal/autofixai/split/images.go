package split

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

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

// variants are the words of tags that name a distribution or a smaller image
// of the same version.
var variants = []string{
	"alpine", "bionic", "bookworm", "bullseye", "buster", "focal", "jammy", "jessie", "jre", "minimal", "noble", "runtime", "slim", "stretch", "trixie", "xenial",
}

// kits are the words of tags of images with compilers, which a smaller one of the
// same version does not have.
var kits = []string{"dev", "devel", "full", "jdk", "sdk"}

// tagForm matches a tag, which may have the values of build arguments.
var tagForm = lazyregexp.New(`^(?:\w|\$\w+|\$\{\w+\})(?:[\w.-]|\$\w+|\$\{\w+\})*$`)

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
	case !j.hasReferences(text) || !isRuntime(text, j.base.Base.Value) && !isVariant(text, j.base.Base.Value):
		j.refuse(s.From.Line, "the last stage is based on %s, which is neither an image of the file nor one of the documented runtimes", text)
	}
}

// hasReferences reports whether the tag of the image of the file has all
// variables of an image.
func (j *judge) hasReferences(image string) bool {
	_, tag, _ := divided(j.base.Base.Value)
	had := lint.References(tag, j.file.Escape, false)
	return !slices.ContainsFunc(lint.References(image, j.after.Escape, false), func(ref lint.Reference) bool {
		return !slices.ContainsFunc(had, func(old lint.Reference) bool { return old.Name == ref.Name })
	})
}

// isRuntime reports whether an image is one of Runtimes, with any tag. Another
// version of the image of the file is none.
func isRuntime(image, old string) bool {
	name, _, plain := divided(image)
	if oldName, tag, _ := divided(old); !plain || name == oldName && tag != "" && tag != "latest" {
		return false
	}
	return slices.ContainsFunc(Runtimes, func(allowed string) bool {
		prefix, open := strings.CutSuffix(allowed, "*")
		return name == allowed || open && strings.HasPrefix(name, prefix) && !strings.Contains(name[len(prefix):], "/")
	})
}

// isVariant reports whether an image is a smaller one of the same version.
func isVariant(image, old string) bool {
	name, tag, plain := divided(image)
	oldName, oldTag, _ := divided(old)
	if name != oldName || !plain || tag == "" {
		return false
	}
	words := strings.Split(tag, "-")
	var had []string
	if oldTag != "" && oldTag != "latest" {
		had = strings.Split(oldTag, "-")
	}
	if len(had) > 0 && words[0] == had[0] { // the version
		words, had = words[1:], had[1:]
	} else if len(had) > 0 && !hasTagWord(variants, had[0]) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !hasTagWord(variants, w) && !slices.Contains(had, w) }) &&
		!slices.ContainsFunc(had, func(w string) bool {
			return !hasTagWord(variants, w) && !hasTagWord(kits, w) && !slices.Contains(words, w)
		})
}

// hasTagWord reports whether a word of a tag, without its version, is one of all.
func hasTagWord(all []string, word string) bool {
	return slices.Contains(all, strings.TrimRight(word, "0123456789."))
}

// divided returns the repository of an image and its tag, which may be empty,
// and whether the name has neither a digest nor variables outside of its tag.
func divided(image string) (name, tag string, plain bool) {
	parsed := lint.ParseImage(image)
	name = bases.Name(path.Join(parsed.Registry, parsed.Name))
	return name, parsed.Tag, parsed.Digest == "" && (parsed.Tag == "" || tagForm().MatchString(parsed.Tag))
}

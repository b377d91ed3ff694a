package buildkit

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A platform is an operating system and an architecture, with Go's names.
// Either is empty if the builder decides it.
type platform struct{ os, arch string }

func (p platform) String() string {
	switch {
	case p.arch == "":
		return p.os
	case p.os == "":
		return p.arch
	}
	return p.os + "/" + p.arch
}

// contradicts reports whether no image can have both platforms.
func (p platform) contradicts(q platform) bool {
	return p.os != "" && q.os != "" && p.os != q.os || p.arch != "" && q.arch != "" && p.arch != q.arch
}

var systems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "linux", "netbsd", "openbsd", "plan9", "solaris", "windows"}

var architectures = []string{
	"386", "amd64", "arm", "arm64", "loong64", "mips", "mipsle", "mips64", "mips64le", "ppc64", "ppc64le", "riscv64", "s390x", "wasm",
}

// otherNames maps further names of architectures to Go's.
var otherNames = map[string]string{
	"i386": "386", "x86_64": "amd64", "x86-64": "amd64", "aarch64": "arm64", "armhf": "arm", "armel": "arm",
}

// parsePlatform reads OS, ARCHITECTURE, OS/ARCHITECTURE or
// OS/ARCHITECTURE/VARIANT, and reports whether the text is valid. BuildKit
// takes the missing part from its own machine, which findings must not depend
// on.
func parsePlatform(text string) (platform, bool) {
	parts := strings.Split(strings.ToLower(text), "/")
	if len(parts) > 3 || slices.ContainsFunc(parts, func(s string) bool { return s == "" || strings.ContainsAny(s, "* \t") }) {
		return platform{}, false
	}
	os, _, _ := strings.Cut(parts[0], "(") // without the version of Windows
	if os == "macos" {
		os = "darwin"
	}
	if len(parts) > 1 {
		return platform{os, architecture(parts[1])}, true
	}
	if slices.Contains(systems, os) {
		return platform{os: os}, true
	}
	arch := architecture(parts[0])
	return platform{arch: arch}, slices.Contains(architectures, arch)
}

func architecture(name string) string {
	if known, ok := otherNames[name]; ok {
		return known
	}
	return name
}

// constantPlatform returns the platform of a FROM if it is written without
// variables.
func constantPlatform(s *lint.Stage) (platform, bool) {
	if s.Platform == nil || strings.Contains(s.Platform.Arg, "$") {
		return platform{}, false
	}
	return parsePlatform(strings.Trim(s.Platform.Arg, `"'`))
}

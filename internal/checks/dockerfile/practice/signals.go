package practice

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// The kinds of signals that a file builds the program that it runs.
const (
	packageInstall  = "package_install"  // installs build tools
	buildStep       = "build_step"       // runs a build command
	downloadInstall = "download_install" // downloads an archive or an install script
)

// Weights of signals.
const (
	weightBuild    = 4
	weightTools    = 3
	weightDownload = 2
	weightGit      = 1
)

// tools are packages that are usually only needed to build. Names that end in
// -dev or -devel are, too.
var tools = []string{
	"build-base", "build-essential", "gcc", "g++", "gcc-c++", "clang", "llvm", "make", "cmake", "ninja", "ninja-build", "meson", "autoconf",
	"automake", "libtool", "pkg-config", "pkgconf", "pkgconfig", "bison", "flex", "nasm", "yasm", "golang", "golang-go", "go", "rust", "rustc", "cargo",
	"maven", "gradle", "ant", "linux-headers", "kernel-headers", "base-devel", "ccache", "gfortran", "scons", "bazel",
}

// builders maps build commands to the words of which one must be an argument;
// nil means that none is needed.
var builders = map[string][]string{
	"go": {"build", "install"}, "cargo": {"build", "install"}, "rustc": nil, "make": nil, "gmake": nil, "cmake": nil, "ninja": nil, "meson": {"compile", "install", "setup"},
	"gcc": nil, "g++": nil, "cc": nil, "c++": nil, "clang": nil, "clang++": nil, "javac": nil, "mvn": {"package", "install", "verify"}, "mvnw": {"package", "install", "verify"},
	"gradle": {"build", "assemble", "bootJar", "installDist", "shadowJar"}, "gradlew": {"build", "assemble", "bootJar", "installDist", "shadowJar"},
	"dotnet": {"publish", "build"}, "bazel": {"build"}, "bazelisk": {"build"}, "swift": {"build"}, "zig": {"build", "build-exe"}, "stack": {"build", "install"}, "cabal": {"build", "install"},
	"mix": {"release", "compile"}, "sbt": {"assembly", "stage", "package"}, "tsc": nil, "webpack": nil, "vite": {"build"}, "ng": {"build"}, "next": {"build"},
}

// collect returns the signals of the only stage of a file, in order, and their
// total weight.
func collect(f *lint.File) (signals []handover.Signal, score int) {
	installed := false
	for step := range f.Steps {
		if step.Held() || cleansUp(step.Script) {
			continue
		}
		add := func(kind string, weight int) *handover.Signal {
			signals = append(signals, handover.SignalOf(kind, step.Outer))
			score += weight
			return &signals[len(signals)-1]
		}
		for _, c := range step.Script.Commands {
			op := packages.Of(c)
			switch found, git := buildTools(op); {
			case len(found) > 0:
				weight := weightTools
				if installed {
					weight = 0
				}
				installed = true
				s := add(packageInstall, weight)
				s.Manager, s.Packages = string(op.Manager), found
			case git:
				s := add(packageInstall, weightGit)
				s.Manager, s.Packages = string(op.Manager), []string{"git"}
			case builds(c):
				add(buildStep, weightBuild).Tool = c.Name
			case fetches(c):
				add(downloadInstall, weightDownload).Tool = c.Name
			}
		}
	}
	return signals, score
}

// cleansUp reports whether a script removes the tools that it installs, so that
// none of them is in the image.
func cleansUp(script *lint.Script) bool {
	installed := false
	for _, op := range packages.In(script) {
		if found, _ := buildTools(op); len(found) > 0 {
			installed = true
		} else if installed && op.Action == packages.Remove {
			return true
		}
	}
	return false
}

// buildTools returns the build tools that an operation installs, and whether it
// installs git, which may also be needed at run time.
func buildTools(op *packages.Operation) (found []string, git bool) {
	if op == nil || op.Action != packages.Install {
		return nil, false
	}
	for _, p := range op.Packages {
		name := strings.ToLower(p.Name)
		switch {
		case p.Kind != packages.Named && p.Kind != packages.Group:
		case slices.Contains(tools, name), strings.HasSuffix(name, "-dev"), strings.HasSuffix(name, "-devel"), strings.HasPrefix(name, "openjdk-") && strings.HasSuffix(name, "-jdk"):
			found = append(found, p.Text)
		case name == "git":
			git = true
		}
	}
	return found, git
}

// builds reports whether a command builds something.
func builds(c *lint.Command) bool {
	words, ok := builders[c.Name]
	if !ok {
		return runsScript(c)
	}
	if len(words) == 0 {
		return !slices.ContainsFunc(c.Args, func(a lint.Arg) bool { return a.Is("--version", "-v", "--help", "-version") })
	}
	return slices.ContainsFunc(c.Args, func(a lint.Arg) bool { return a.Is(words...) })
}

// runsScript reports whether a command runs the build script of a Node package,
// such as `npm run build`.
func runsScript(c *lint.Command) bool {
	switch c.Name {
	case "npm", "yarn", "pnpm", "bun":
	default:
		return false
	}
	for i, a := range c.Args {
		if a.Static && (a.Value == "build" || strings.HasPrefix(a.Value, "build:")) {
			return i == 0 && c.Name != "npm" || i > 0 && c.Args[i-1].Is("run", "run-script")
		}
	}
	return false
}

// archives are suffixes of archives and of install scripts.
var archives = []string{".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".zip", ".sh"}

// fetches reports whether a command downloads an archive or an install script.
func fetches(c *lint.Command) bool {
	url, ok := download(c)
	if !ok {
		return false
	}
	url, _, _ = strings.Cut(url, "?")
	for _, a := range c.Args {
		text := packages.Text(c, a)
		if hasSuffix(text) {
			return true
		}
	}
	return hasSuffix(url)
}

func hasSuffix(name string) bool {
	return slices.ContainsFunc(archives, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

package prove

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// sharedName is the folder of caches that no code of a repository has touched,
// below the folder of all proofs.
const sharedName = "shared"

// standard puts the compiled and vetted standard library of Go into the caches
// of a repository that has none: compiling it takes longer than most tests. All
// repositories share it. Only go itself writes it, and names each file by a hash
// of its inputs. Without it, the first run compiles the library.
func (p *proof) standard(ctx context.Context) error {
	own := p.reproduction
	if own.runner.Name != "go-test" || p.lab.runner.HasCache(goCache) {
		return nil
	}
	said, err := p.lab.goTool(ctx, []string{"list", "-e", "-deps", "-test", "-f", "{{if .Standard}}{{.ImportPath}}{{end}}", "./..."})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	packages := slices.DeleteFunc(strings.Fields(string(said)), func(name string) bool { return !importable(name) })
	if len(packages) == 0 {
		return nil
	}
	p.watch(Event{Phase: evidence.Reproduce, What: "compiling the packages of Go's standard library"})
	shared, err := makeShared(filepath.Dir(p.State))
	module := ""
	if err == nil {
		module, err = writeModule(shared, packages)
	}
	if err == nil {
		// A test, and not a build: go also vets the dependencies of a test. With
		// -cover it also compiles the packages that measure coverage.
		argv := slices.Concat([]string{own.command.Program, "-C", module, "test", "-count=1", "-cover"}, buildFlags(own.command.Argv), []string{"."})
		timed, cancel := context.WithTimeout(ctx, p.Settings.Command)
		defer cancel()
		err = p.lab.runner.Share(timed, p.lab.tree, shared, goCache, argv, own.command.Assignments)
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil // the first run reports any other error
}

// makeShared makes the shared folder below a folder, and returns its path without
// links: a sandbox has no others.
func makeShared(all string) (string, error) {
	folder := filepath.Join(all, sharedName)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(folder)
}

// goCache is the name of Go's cache among the caches of a run.
const goCache = "go-build"

// importPath matches names of packages, and no flag or text of Go.
var importPath = lazyregexp.New(`^[a-z][a-z0-9_/]*$`)

// importable reports whether a module may import a package of the standard
// library.
func importable(name string) bool {
	elements := strings.Split(name, "/")
	return importPath().MatchString(name) && elements[0] != "vendor" && elements[0] != "cmd" && !slices.Contains(elements, "internal")
}

// writeModule writes a module with a test that depends on packages, and returns
// its folder.
func writeModule(shared string, packages []string) (string, error) {
	text := "package standard\n\nimport (\n"
	for _, name := range packages {
		text += "\t_ \"" + name + "\"\n"
	}
	text += ")\n"
	sum := sha256.Sum256([]byte(text))
	folder := filepath.Join(shared, "modules", hex.EncodeToString(sum[:8]))
	err := os.MkdirAll(folder, 0o700)
	for name, text := range map[string]string{"go.mod": "module standard\n\ngo 1.21\n", "standard_test.go": text} {
		err = errors.Join(err, wholefile.Write(filepath.Join(folder, name), []byte(text)))
	}
	return folder, err
}

// buildFlags returns the flags of a command of go test by which the standard
// library is compiled in another way.
func buildFlags(argv []string) []string {
	var flags []string
	for i, word := range argv {
		name, _, valued := strings.Cut("-"+strings.TrimLeft(word, "-"), "=")
		switch {
		case word == "-args" || word == "--args":
			return flags
		case !strings.HasPrefix(word, "-"):
		case slices.Contains([]string{"-race", "-msan", "-asan", "-trimpath"}, name), name == "-tags" && valued:
			flags = append(flags, word)
		case name == "-tags" && i+1 < len(argv):
			flags = append(flags, "-tags="+argv[i+1])
		}
	}
	return flags
}

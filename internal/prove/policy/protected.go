package policy

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/protected"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
)

// guarded says why a file is protected, or nothing.
func guarded(f *fixedits.FileChange) string {
	name := strings.ToLower(f.Path)
	if inTestdata(name) {
		// It is data of tests, such as whole trees. No tool reads these as its
		// own files, except for Python, which does so in any folder.
		name = path.Base(name)
		if !slices.Contains([]string{"conftest.py", "sitecustomize.py", "usercustomize.py"}, name) && path.Ext(name) != ".pth" {
			return ""
		}
	}
	if reason := protected.Why(name, protected.Proofs); reason != "" {
		return reason
	}
	if reason := shadows(f); reason != "" {
		return reason
	}
	return partly(f)
}

// inTestdata reports whether a path is below a folder named testdata.
func inTestdata(name string) bool {
	return slices.Contains(strings.Split(path.Dir(name), "/"), "testdata")
}

// pythonModules are modules of Python that take part in running tests whatever
// the runner is. A new file of that name where Python looks first takes their
// place.
var pythonModules = strings.Fields(`
	doctest nose nose2 coverage hypothesis mock pip setuptools
	abc argparse ast asyncio base64 bdb bisect builtins calendar cmd code codecs collections concurrent configparser contextlib copy copyreg csv dataclasses
	datetime decimal difflib dis email encodings enum fnmatch fractions functools gc getopt getpass gettext glob gzip hashlib heapq hmac html http imp importlib
	inspect io itertools json keyword linecache locale logging math numbers operator os pathlib pdb pickle pkgutil platform posixpath pprint pty queue random re
	reprlib runpy sched secrets select selectors shlex shutil signal site socket sqlite3 sre_compile sre_parse ssl stat statistics string struct subprocess sys
	sysconfig tarfile tempfile textwrap threading time timeit token tokenize traceback types typing urllib uuid warnings weakref xml xmlrpc zipfile zipimport zlib
`)

// shadows says why a new file takes the place of code that runs tests.
func shadows(f *fixedits.FileChange) string {
	if !f.Created {
		return ""
	}
	parts := strings.Split(f.Path, "/")
	if len(parts) > 1 && slices.Contains(python.Folders, parts[0]) {
		parts = parts[1:]
	}
	// A folder without __init__.py takes no place of a module.
	module, ext, _ := strings.Cut(parts[0], ".")
	if len(parts) == 1 && ext != "py" && path.Ext(ext) != ".so" && ext != "so" || len(parts) > 1 && (len(parts) != 2 || !strings.HasPrefix(parts[1], "__init__.")) {
		return ""
	}
	ofRunner := func(r *results.Runner) bool {
		return slices.Contains(r.Modules, module) || slices.Contains(r.Imports, module)
	}
	if slices.Contains(pythonModules, module) || slices.ContainsFunc(runners.All, ofRunner) {
		return "Python would take it for the module " + module + ", which takes part in running tests"
	}
	return ""
}

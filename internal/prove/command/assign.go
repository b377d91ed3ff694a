package command

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
)

var assignment = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*=`)

// Variables are the names that a command may set by default. They choose the
// output of a program, how much it does at once, and which of its words a test
// sees. None of them names a file or a program.
var Variables = []string{
	"CI", "CGO_ENABLED", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "DEBUG", "FORCE_COLOR", "GODEBUG", "GOMAXPROCS", "GORACE",
	"LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "NODE_ENV", "NO_COLOR", "RUST_BACKTRACE", "RUST_LOG", "RUST_TEST_THREADS", "TERM", "TZ",
}

// dangers are patterns of variables by which programs load code, find other
// programs, read other configuration, or reach the network. Test runners have
// more of them.
var dangers = []string{
	// the loader and the library of C
	"LD_*", "DYLD_*", "GCONV_PATH", "LOCPATH", "NLSPATH", "GLIBC_*", "MALLOC_*", "LIBPATH", "SHLIB_PATH",
	// variables of shells
	"PATH", "PATHEXT", "CDPATH", "IFS", "ENV", "BASH*", "SHELL", "SHELLOPTS", "PS[0-9]", "PROMPT_COMMAND", "ZDOTDIR", "COMSPEC",
	"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_*", "TMP", "TEMP", "TMPDIR", "PWD", "OLDPWD",
	"EDITOR", "VISUAL", "PAGER", "BROWSER", "*_ASKPASS", "LESSOPEN", "LESSCLOSE",
	// compilers
	"CC", "CXX", "CPP", "FC", "AR", "LD", "AS", "CC_*", "CXX_*", "CGO_*FLAGS*", "*FLAGS", "*_FLAGS", "PKG_CONFIG*", "COMPILER_PATH", "GCC_*", "CPATH", "*_INCLUDE_PATH", "LIBRARY_PATH",
	// languages and their tools
	"PYTHON*", "PIP_*", "UV_*", "VIRTUAL_ENV", "CONDA_*", "TOX_*",
	"NPM_*", "YARN_*", "PNPM_*", "COREPACK_*", "BUN_*", "DENO_*", "TS_NODE_*", "BABEL_*",
	"RUBYOPT", "RUBYLIB", "BUNDLE_*", "GEM_*", "PERL*", "PHP*", "LUA_*",
	"JAVA_*", "_JAVA_*", "JDK_*", "CLASSPATH", "MAVEN_*", "MVN_*", "GRADLE_*", "ANT_*", "KOTLIN_*", "DOTNET_*", "CORECLR_*", "NUGET_*", "MSBUILD*",
	"MAKE*", "MFLAGS", "GNUMAKEFLAGS", "CMAKE_*", "CTEST_*", "NINJA_*",
	// the network, and other programs
	"*_PROXY", "SSL_*", "CURL_*", "WGET*", "REQUESTS_*", "GIT_*", "SSH_*", "GH_*", "GITHUB_*", "DOCKER_*", "KUBE*", "AWS_*", "GOOGLE_*", "OPENSSL_*", "RES_*", "HOSTALIASES", "RESOLV_*",
}

// dangerous reports whether a variable may make a program run other code, read
// other configuration, or reach the network. Such a variable never comes from a
// command.
func dangerous(name string) bool {
	name = strings.ToUpper(name)
	matches := func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	}
	return slices.ContainsFunc(dangers, matches) || slices.ContainsFunc(runners.All, func(r *results.Runner) bool {
		return slices.ContainsFunc(r.Variables, matches)
	})
}

// modules reports whether a variable has Python look for modules only in folders
// of the tree in which no patch may replace a module that runs tests.
func modules(name, value string) bool {
	return name == "PYTHONPATH" && !slices.ContainsFunc(strings.Split(value, ":"), func(folder string) bool {
		return !slices.Contains(python.Folders, strings.TrimSuffix(strings.TrimPrefix(folder, "./"), "/"))
	})
}

// checkAssignment refuses variables that are not in the list.
func (p *Policy) checkAssignment(word string) error {
	name, value, _ := strings.Cut(word, "=")
	listed := p.Assign
	if listed == nil {
		listed = Variables
	}
	switch {
	case p.Assign == nil && modules(name, value):
		return nil
	case dangerous(name):
		return rules.Refuse(rules.Assignment, name, "the variable makes programs run other code or read other configuration")
	case !slices.Contains(listed, name):
		return rules.Refuse(rules.Assignment, name, "the variable is not in the list of those that a command may set")
	}
	return nil
}

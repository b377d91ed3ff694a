package command

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// Tests returns the first words of the commands that may run by default. Each
// runs the tests of a tree, or builds them, as the tree configures it, and its
// flags are known:
//
//   - bazel and go test and build only what the tree has. A failing build is a
//     failing command, too.
//   - node runs a file of the tree, with or without --test. Its flags that take
//     code or load modules are refused.
//   - npm, pnpm and yarn run the script "test", or one that starts with
//     "test:", of package.json. A patch may not change the scripts.
//   - pytest and unittest; not Python in general, because -m runs any module
//     that is installed.
//   - cargo tests, builds or checks; it does not run.
//   - make makes test or check. A patch may not change the makefiles.
//
// Tools that need their own environment (tox, poetry, uv, gradle, mvn) are not
// in it: they download or start other programs. A person may allow them.
func Tests() []string {
	list := []string{
		"make check", "make test",
		"npm run test", "npm run test:*", "npm run-script test", "npm run-script test:*", "npm t", "npm test", "npm tst",
		"pnpm run test", "pnpm run test:*", "pnpm t", "pnpm test", "pnpm test:*",
		"yarn run test", "yarn run test:*", "yarn test", "yarn test:*",
	}
	for _, r := range runners.All {
		list = append(list, r.Tests...)
	}
	return list
}

// Setup returns the first words of the commands that may prepare a tree by
// default. They fetch the packages of lock files or, without one, of a
// package.json. Scripts of packages may run as part of that, which is why setup
// runs in the sandbox and before the patch is in the tree.
func Setup() []string {
	list := []string{
		"npm ci", "npm install", "npm i", "pnpm install", "yarn install",
		"pip install -r", "python -m pip install -r", "python -m venv",
	}
	for _, r := range runners.All {
		list = append(list, r.Setup...)
	}
	return list
}

// allows reports whether a command, of which the flags that a tool knows are
// left out, starts with words that are allowed.
func (p *Policy) allows(words []string) bool {
	list := p.Allow
	if list == nil {
		list = Tests()
	}
	for _, entry := range list {
		if startsWith(words, strings.Fields(entry)) {
			return true
		}
	}
	return false
}

func startsWith(words, prefix []string) bool {
	if len(prefix) == 0 || len(words) < len(prefix) {
		return false
	}
	for i, want := range prefix {
		have := words[i]
		if i == 0 && !strings.ContainsAny(want, `/\`) {
			want = canonical(want)
		}
		start, open := strings.CutSuffix(want, "*")
		switch {
		case i > 0 && i == len(prefix)-1 && open && strings.HasPrefix(have, start):
		case have != want:
			return false
		}
	}
	return true
}

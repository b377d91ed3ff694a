package node

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// refused are flags of Node.js that run or load code, or do not end. In
// long flags, Node.js takes _ for -.
var refused = []string{
	"eval", "print", "require", "import", "loader", "experimental-loader", "interactive", "inspect*", "env-file*", "experimental-config-file*", "experimental-default-config-file", "config-file",
	"test-global-setup", "run", "build-snapshot*", "snapshot-blob", "experimental-sea-config", "build-sea", "openssl-*", "icu-data-dir", "diagnostic-dir", "security-revert", "watch*", "prof-process",
	"experimental-policy", "experimental-network-imports", "policy-integrity", "entry-url", "experimental-entry-url", "input-type", "experimental-repl-await", "node-snapshot", "tls-keylog", "trace-event-file-pattern", "report-dir*", "report-filename", "redirect-warnings", "heap-prof-dir", "cpu-prof-dir", "use-openssl-ca", "allow-addons", "experimental-default-type",
}

// builtIn are the reporters built into Node.js. Others are modules.
var builtIn = []string{"spec", "tap", "dot", "junit", "lcov"}

// rule reads the flags of Node.js up to --. It also reads the words after
// the name of the file, because the word before them may be a value of a flag.
func rule(args []string, _ func(string) bool) ([]string, error) {
	test := false
	files := 0
	words := args
	if end := slices.Index(args, "--"); end >= 0 {
		words = args[:end]
		files = len(args) - end - 1
	}
	for at, word := range words {
		if word == "-" || strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.ContainsAny(word[1:min(len(word), 3)], "epri") {
			return nil, rules.Refuse(rules.RunsCode, word, "makes Node.js run or load other code")
		}
		if !strings.HasPrefix(word, "-") {
			files++
			if err := rules.Local(word, word); err != nil && !patternOfTests(words, at) {
				return nil, err
			}
			continue
		}
		name, value, has, _ := rules.Long(word)
		name = strings.ReplaceAll(name, "_", "-")
		if !has {
			value = rules.Following(words, at)
		}
		switch {
		case rules.Matches(name, refused):
			return nil, rules.Refuse(rules.RunsCode, word, "makes Node.js run or load other code, or not end")
		case name == "test-reporter" && !slices.Contains(builtIn, value):
			return nil, rules.Refuse(rules.RunsCode, word, "a reporter that is not one of Node.js is other code")
		case name == "test":
			test = true
		}
	}
	if !test && files == 0 {
		return nil, rules.Refuse(rules.RunsCode, "", "without a file or --test, Node.js reads code from standard input")
	}
	return args, nil
}

// patternOfTests reports whether a word is the value of a flag that filters
// tests, and so not the name of a file.
func patternOfTests(words []string, at int) bool {
	return at > 0 && slices.Contains([]string{"--test-name-pattern", "--test-skip-pattern"}, words[at-1])
}

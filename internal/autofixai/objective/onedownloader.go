package objective

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var oneDownloader = &Objective{
	ID: "one-downloader", Version: 2, Priority: 120,
	Rules: []string{"hadolint/DL4001"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "A stage of this Dockerfile downloads with both wget and curl. In each stage, keep the tool of first_download in the evidence, " +
				"rewrite the calls of other_download for it, and no longer install the other tool.",
			Constraints: append([]string{
				"A download must fail where it failed before: with curl, that needs --fail. Follow redirects as before: with curl, that needs --location.",
				"Keep the URLs, the names of the files, headers, credentials and pipes exactly.",
			}, ofDockerfiles("")...),
			Evidence: evidence,
			Decline:  "A flag of one program has no equal in the other, or a script that is not shown may need the program.",
			Example: Example{
				Before: "RUN curl -fsSLO https://example.com/a && wget -q https://example.com/b\n",
				After:  "RUN curl -fsSLO https://example.com/a && curl -fsSLO https://example.com/b\n",
			},
		}, nil
	},
	Checks: []Check{
		{ID: "one-downloader", Run: oneTool},
		{ID: "keep-urls", Run: keepURLs},
		{ID: "keep-failures", Run: keepFailures},
		{ID: "keep-packages", Run: keepPackages},
	},
}

func downloads(c *lint.Command) bool { return c.Name == "curl" || c.Name == "wget" }

// firstTools returns the first download program of each stage, by the number of
// the stage, and the commands that use another one.
func firstTools(f *lint.File) (first map[int]string, second []*lint.Command) {
	first = map[int]string{}
	commands(f, func(s *lint.Stage, ins *syntax.Instruction, c *lint.Command) {
		if s == nil || !downloads(c) || lint.Inner(ins).Name != "run" {
			return
		}
		switch first[s.Index] {
		case "":
			first[s.Index] = c.Name
		case c.Name:
		default:
			second = append(second, c)
		}
	})
	return first, second
}

// oneTool returns an issue for each command of a second download program, and
// for each stage that now uses the other one.
func oneTool(c *Change) []Issue {
	var issues []Issue
	before, _ := firstTools(c.before())
	after, second := firstTools(c.after())
	for _, command := range second {
		issues = append(issues, Issue{Line: command.Script.Ins.Line, Message: "the stage still downloads with " + command.Name + " too"})
	}
	for stage, tool := range before {
		if now := after[stage]; now != tool && now != "" {
			issues = append(issues, Issue{Message: fmt.Sprintf("stage %d downloads with %s now; keep %s", stage, now, tool)})
		}
	}
	slices.SortStableFunc(issues, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Message, b.Message))
	})
	return issues
}

var anyURL = lazyregexp.New(`(?i)\b(?:https?|ftp)://[^\s"'|;&)\\]+`)

// urls returns how often instructions name each URL.
func urls(f *lint.File) map[string]int {
	all := map[string]int{}
	for _, ins := range f.Instructions {
		for _, url := range anyURL().FindAllString(textOf(f, ins), -1) {
			all[url]++
		}
	}
	return all
}

// keepURLs returns an issue for each URL that is named less or more often.
func keepURLs(c *Change) []Issue {
	before, after := urls(c.before()), urls(c.after())
	var issues []Issue
	for _, url := range slices.Sorted(maps.Keys(before)) {
		if after[url] < before[url] {
			issues = append(issues, Issue{Message: "the file no longer downloads " + url})
		}
	}
	if len(issues) > 0 {
		return issues
	}
	for _, url := range slices.Sorted(maps.Keys(after)) {
		if after[url] > before[url] {
			issues = append(issues, Issue{Message: "the file downloads something else, " + url})
		}
	}
	return issues
}

// keepFailures returns an issue for each new curl command that does not fail as
// wget does, or does not follow redirects as wget does.
func keepFailures(c *Change) []Issue {
	had := map[string]bool{}
	commands(c.before(), func(_ *lint.Stage, _ *syntax.Instruction, command *lint.Command) {
		had[strings.Join(words(command), "\x00")] = true
	})
	var issues []Issue
	commands(c.after(), func(_ *lint.Stage, ins *syntax.Instruction, command *lint.Command) {
		all := words(command)
		if command.Name != "curl" || had[strings.Join(all, "\x00")] {
			return
		}
		if !hasFlag(all, 'f', "--fail", "--fail-with-body", "--fail-early") {
			issues = append(issues, Issue{Line: ins.Line, Message: "this curl needs --fail: wget fails if the server answers with an error"})
		}
		if !hasFlag(all, 'L', "--location", "--location-trusted") {
			issues = append(issues, Issue{Line: ins.Line, Message: "this curl needs --location: wget follows redirects"})
		}
	})
	return issues
}

// hasFlag reports whether words have a flag, as a letter in a cluster or by one
// of its names.
func hasFlag(words []string, letter rune, names ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		cluster, dash := strings.CutPrefix(word, "-")
		return slices.Contains(names, word) || dash && !strings.HasPrefix(cluster, "-") && strings.ContainsRune(cluster, letter)
	})
}

// keepPackages returns an issue for each removed package, except for the
// download programs.
func keepPackages(c *Change) []Issue {
	after := installs(c.after())
	var issues []Issue
	for _, name := range slices.Sorted(maps.Keys(installs(c.before()))) {
		if !after[name] && name != "curl" && name != "wget" {
			issues = append(issues, Issue{Message: "the file no longer installs " + name})
		}
	}
	return issues
}

// installs returns the names of the packages that a file installs.
func installs(f *lint.File) map[string]bool {
	all := map[string]bool{}
	for s, ins := range f.All {
		for _, op := range packages.In(f.Script(s, ins)) {
			for _, p := range installed(op) {
				all[cmp.Or(p.Name, p.Text)] = true
			}
		}
	}
	return all
}

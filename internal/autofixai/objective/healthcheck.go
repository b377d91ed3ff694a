package objective

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var healthcheck = &Objective{
	ID: "healthcheck", Version: 2, Priority: 210,
	Rules: []string{"hadolint/DL3057"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "Add one HEALTHCHECK with CMD to the final stage of this Dockerfile, if the evidence shows how to tell that the container works. " +
				"In most cases it does not, and NO_CHANGE is the right answer.",
			Constraints: append([]string{
				"Add only the HEALTHCHECK instruction. Change and delete no other line.",
				"Use only a program that the evidence shows to be in the image.",
				"Of an HTTP server, ask only for the path /. Never guess another one.",
				"Do not use HEALTHCHECK NONE.",
			}, ofDockerfiles("the HEALTHCHECK that you add")...),
			Evidence: evidence,
			Decline:  "The port, the protocol or a program for the check is not certain.",
			Example: Example{
				Before: "EXPOSE 8080\nCMD [\"serve\"]\n",
				After:  "EXPOSE 8080\nHEALTHCHECK CMD curl -f http://localhost:8080/ || exit 1\nCMD [\"serve\"]\n",
			},
		}, nil
	},
	MayChange: func(_ *Request, change imageconfig.Change) bool { return change.Instruction == "HEALTHCHECK" },
	MaxChurn:  100,
	Checks: []Check{
		{ID: "must-add-healthcheck", Run: mustAdd("healthcheck", "the change adds no HEALTHCHECK")},
		{ID: "only-healthcheck", Run: onlyHealthcheck},
		{ID: "must-add-healthcheck-cmd", Run: func(c *Change) []Issue {
			if c.After.Healthcheck() {
				return nil
			}
			return []Issue{{Message: "the final stage has no HEALTHCHECK with CMD"}}
		}},
		{ID: "only-root-path", Run: onlyRootPath},
	},
}

// onlyHealthcheck returns an issue if anything but one HEALTHCHECK was added, or
// if a line was deleted. Comments may be added above it.
func onlyHealthcheck(c *Change) []Issue {
	if c.lines().Deleted > 0 {
		return []Issue{{Message: "the change deletes or changes lines; only add the HEALTHCHECK"}}
	}
	last := c.after().Stages[len(c.after().Stages)-1]
	count := 0
	var issues []Issue
	for _, ins := range c.added() {
		switch {
		case ins.Name != "healthcheck":
			issues = append(issues, Issue{Line: ins.Line, Message: "the change is of another instruction than HEALTHCHECK"})
		case !slices.Contains(last.Instructions, ins):
			issues = append(issues, Issue{Line: ins.Line, Message: "the HEALTHCHECK is not in the final stage"})
		default:
			count++
		}
	}
	if len(issues) == 0 && count != 1 {
		issues = append(issues, Issue{Message: fmt.Sprintf("the change adds %d HEALTHCHECKs; add one", count)})
	}
	return issues
}

// Forms of paths of endpoints. Addresses are of this machine, or with a scheme.
var (
	endpointPaths = []func() *regexp.Regexp{
		lazyregexp.New(`(?i)\bhttps?://(?:\[[0-9a-f:]+\]|[^\s/:"'\\?#]+)(?::[^\s/"'\\?#]*)?([/?#][^\s"'|;&)\\]*)`),
		lazyregexp.New(`(?i)(?:\blocalhost|\b\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::[^\s/"'\\?#]*)?([/?#][^\s"'|;&)\\]*)`),
		lazyregexp.New(`\b(?:GET|HEAD|POST|OPTIONS)\s+(/[^\s"'\\]*)`),
		lazyregexp.New(`(?i)\b(?:path|pathname)["']?\s*[:=]\s*["'](/[^"']*)`),
		lazyregexp.New(`--request-target[= ]\s*["']?([^\s"']+)`),
	}
	// A TCP connection of bash has the port as a path.
	bashSocket = lazyregexp.New(`/dev/(?:tcp|udp)/[^\s/]+/[^\s"';|&)]+`)
	// An address without a scheme, as curl and wget accept it.
	bareAddress = lazyregexp.New(`^[A-Za-z0-9_.$\[\]{}-]+(?::[^\s/?#]*)?([/?#]\S*)?$`)
)

// onlyRootPath returns an issue for each path of an endpoint that is not /, in
// the HEALTHCHECKs of the change.
func onlyRootPath(c *Change) []Issue {
	var issues []Issue
	guess := func(line int, path string) {
		if path != "" && path != "/" {
			issue := Issue{Line: line, Message: fmt.Sprintf("the path %s is a guess; use /", path)}
			if !slices.Contains(issues, issue) {
				issues = append(issues, issue)
			}
		}
	}
	stage := c.after().Stages[len(c.after().Stages)-1]
	for _, ins := range c.added() {
		if ins.Name != "healthcheck" {
			continue
		}
		text := bashSocket().ReplaceAllString(ins.Args.Value, "")
		for _, form := range endpointPaths {
			for _, match := range form().FindAllStringSubmatch(text, -1) {
				guess(ins.Line, match[1])
			}
		}
		for _, command := range c.after().Script(stage, ins).Commands {
			if downloads(command) {
				for _, address := range addresses(command) {
					guess(ins.Line, address)
				}
			}
		}
	}
	return issues
}

// longWithValue are the flags of curl and wget that take the next word as their
// value, except the flags for addresses.
var longWithValue = []string{
	"--output", "--output-document", "--output-dir", "--header", "--user-agent", "--request", "--data", "--write-out", "--max-time", "--connect-timeout",
	"--timeout", "--tries", "--retry", "--retry-delay", "--unix-socket", "--cacert", "--cert", "--key", "--user", "--cookie", "--directory-prefix",
}

// takesValue reports whether the word after a flag is its value: a cluster of
// letters ends with one that has a value.
func takesValue(program, word string) bool {
	cluster, dash := strings.CutPrefix(word, "-")
	if !dash || cluster == "" {
		return false
	}
	if strings.HasPrefix(cluster, "-") {
		return slices.Contains(longWithValue, word)
	}
	letters := "oHAXdwmbceTtuYaPU"
	if program == "wget" {
		letters += "O"
	}
	return strings.ContainsRune(letters, rune(cluster[len(cluster)-1]))
}

// addresses returns the paths of the addresses without a scheme that a curl or
// wget connects to.
func addresses(c *lint.Command) []string {
	var paths []string
	for _, word := range operands(c) {
		if match := bareAddress().FindStringSubmatch(word); match != nil {
			paths = append(paths, match[1])
		}
	}
	return paths
}

// operands returns the words of a curl or wget that are neither flags nor their
// values, and have no scheme.
func operands(c *lint.Command) []string {
	var operands []string
	all := words(c)
	for i := 0; i < len(all); i++ {
		word := all[i]
		if takesValue(c.Name, word) {
			i++
			continue
		}
		if value, url := strings.CutPrefix(word, "--url="); url {
			word = value
		}
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "://") {
			operands = append(operands, word)
		}
	}
	return operands
}

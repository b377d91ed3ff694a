package objective

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var secrets = &Objective{
	ID: "build-secrets", Version: 2, Priority: 100,
	SecretMounts: true,
	Rules:        []string{"hadolint/DL3064"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "Secrets in ENV and ARG stay in the image for everybody to read. Pass those of the evidence to the RUN instructions " +
				"that need them with --mount=type=secret instead, and remove their ENV and ARG.",
			Constraints: append([]string{
				"Use RUN --mount=type=secret,id=NAME,env=NAME, where NAME is the name of the variable, so that commands stay as they are.",
				"Remove only the variables of the evidence. Keep every other variable with its exact value.",
				"Never write the value of a secret anywhere.",
			}, ofDockerfiles("the variables of the evidence")...),
			Evidence: evidence,
			Decline:  "A secret is needed when the image runs, not when it is built, or you cannot tell.",
			Example: Example{
				Before: "FROM node:24\nARG NPM_TOKEN\nCOPY . .\nRUN npm ci\n",
				After:  "FROM node:24\nCOPY . .\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN npm ci\n",
			},
		}, nil
	},
	MayChange: func(r *Request, change imageconfig.Change) bool {
		return change.Instruction == "ENV" && change.Gone && slices.Contains(secretsOf(r), change.Name)
	},
	Checks: []Check{
		{ID: "must-remove-secret", Run: mustRemoveSecrets},
		{ID: "no-secret-values", Run: noSecretValues},
		{ID: "must-mount-secret", Run: mustMountSecrets},
	},
}

// mustRemoveSecrets returns an issue for each ARG or ENV that still declares a
// secret of the request.
func mustRemoveSecrets(c *Change) []Issue {
	secrets := secretsOf(c.Request)
	var issues []Issue
	for _, v := range variables(c.after()) {
		if slices.Contains(secrets, v.name) {
			issues = append(issues, Issue{Line: v.line, Message: fmt.Sprintf("%s is still declared here", v.name)})
		}
	}
	return issues
}

// minSecret is the shortest value that is looked for: shorter ones are in other
// words by chance.
const minSecret = 4

// noSecretValues returns an issue if the value of a secret, which its ARG or ENV
// had, is now at another place. It does not repeat the value.
func noSecretValues(c *Change) []Issue {
	secrets := secretsOf(c.Request)
	declared := map[string]int{} // by value
	names := map[string]string{}
	for _, v := range variables(c.before()) {
		if slices.Contains(secrets, v.name) && len(v.value) >= minSecret && !strings.Contains(v.value, "$") {
			declared[v.value]++
			names[v.value] = v.name
		}
	}
	var issues []Issue
	for _, value := range slices.Sorted(maps.Keys(declared)) {
		if strings.Count(string(c.Patch.Text), value) > strings.Count(string(c.Base), value)-declared[value] {
			issues = append(issues, Issue{Message: fmt.Sprintf("the value of %s is still in the file", names[value])})
		}
	}
	return issues
}

// mustMountSecrets returns an issue for each instruction that uses a secret and
// does not get it, and for each secret that commands used and none gets now.
func mustMountSecrets(c *Change) []Issue {
	var issues []Issue
	for _, name := range secretsOf(c.Request) {
		used := regexp.MustCompile(`\$(?:` + regexp.QuoteMeta(name) + `\b|\{` + regexp.QuoteMeta(name) + `\b)`)
		mounted := false
		for _, ins := range c.after().Instructions {
			mounts := mountsSecret(ins, name)
			mounted = mounted || mounts
			if used.MatchString(textOf(c.after(), ins)) && !mounts {
				issues = append(issues, Issue{Line: ins.Line, Message: fmt.Sprintf("it uses $%s and does not mount it", name)})
			}
		}
		if mounted || len(issues) > 0 {
			continue
		}
		for _, ins := range c.before().Instructions {
			if ins.Name == "run" && used.MatchString(textOf(c.before(), ins)) {
				issues = append(issues, Issue{Message: fmt.Sprintf("no RUN mounts the secret %s, which commands used", name)})
				break
			}
		}
	}
	return issues
}

// mountsSecret reports whether an instruction is a RUN that gets a secret as a
// variable, or in a file of its name.
func mountsSecret(ins *syntax.Instruction, name string) bool {
	inner := lint.Inner(ins)
	if inner.Name != "run" {
		return false
	}
	for i := range inner.Flags {
		flag := &inner.Flags[i]
		if flag.Name != "mount" || lint.MountOption(flag.Arg, "type") != "secret" {
			continue
		}
		for _, option := range []string{"env", "id", "target", "dst", "destination"} {
			value := lint.MountOption(flag.Arg, option)
			if value == name || path.Base(value) == name {
				return true
			}
		}
	}
	return false
}

// secretsOf returns the names of the variables that a request says are secrets.
func secretsOf(r *Request) []string {
	data, _, err := readDockerfile(r)
	if err != nil {
		return nil
	}
	var names []string
	for _, signal := range data.Signals {
		if signal.Name != "" && signal.Kind == "secret" {
			names = append(names, signal.Name)
		}
	}
	return names
}

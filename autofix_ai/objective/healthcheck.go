package objective

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/autofix_ai/imageconfig"
)

var healthcheck = &Objective{
	ID: "healthcheck", Version: 1, Priority: 210,
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
			}, ofDockerfiles...),
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
		{ID: "must-add-healthcheck", Run: mustAdd("HEALTHCHECK", "the change adds no HEALTHCHECK")},
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

// onlyHealthcheck returns an issue if any other instruction differs.
func onlyHealthcheck(c *Change) []Issue {
	before, after := others(c.Base), others(c.Patch.Text)
	if len(before) != len(after) {
		return []Issue{{Message: "the change adds or deletes another instruction than HEALTHCHECK"}}
	}
	for i := range before {
		if before[i].text != after[i].text {
			return []Issue{{Line: after[i].line, Message: "the change is of another instruction than HEALTHCHECK"}}
		}
	}
	return nil
}

type instruction struct {
	text string
	line int
}

// others returns the instructions that are not HEALTHCHECK.
func others(text []byte) []instruction {
	parsed, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	var all []instruction
	for _, node := range parsed.AST.Children {
		if !regexp.MustCompile(`(?i)^healthcheck$`).MatchString(node.Value) {
			all = append(all, instruction{fmt.Sprint(node.Original, node.Heredocs), node.StartLine})
		}
	}
	return all
}

var pathOfURL = regexp.MustCompile(`(?i)\bhttps?://(?:\[[0-9a-f:]+\]|[^\s/:"'\\?#]+)(?::[^\s/"'\\?#]*)?([/?#][^\s"'|;&)\\]*)?`)

// onlyRootPath returns an issue for each URL of a HEALTHCHECK with a path.
func onlyRootPath(c *Change) []Issue {
	var issues []Issue
	for _, line := range c.Patch.AddedLines() {
		for _, match := range pathOfURL.FindAllStringSubmatch(line.Text, -1) {
			if match[1] != "" && match[1] != "/" {
				issues = append(issues, Issue{Line: line.Number, Message: fmt.Sprintf("the path %s is a guess; use /", match[1])})
			}
		}
	}
	return issues
}

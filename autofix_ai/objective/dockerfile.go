package objective

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/autofix_ai/imageconfig"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/handover"
)

// readDockerfile returns the data of a fix of a Dockerfile, and as evidence.
func readDockerfile(r *Request) (*handover.Request, json.RawMessage, error) {
	var data handover.Request
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return nil, nil, err
	}
	if data.Rule == "" || data.FinalStage.Base == "" {
		return nil, nil, fmt.Errorf("it has no rule or no final stage")
	}
	return &data, r.Data, nil
}

// ofDockerfiles are constraints that all objectives of Dockerfiles have.
var ofDockerfiles = []string{
	"Keep what the final image runs and how: CMD, ENTRYPOINT, USER, WORKDIR, ENV, EXPOSE, VOLUME, LABEL, HEALTHCHECK, SHELL, STOPSIGNAL and ONBUILD, with their exact values.",
	"Keep comments, except where the lines that they explain go away.",
	"Do not install packages, and do not name hosts, that the file does not name.",
	"You cannot run commands or read files. Use only what is written here.",
}

var multiStage = &Objective{
	ID: "multi-stage", Version: 1, Priority: 200,
	Rules: []string{"dockerfile/prefer-multi-stage-build"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "Split this Dockerfile into stages: one stage with the compilers and build tools that makes the results, " +
				"and a final stage that copies the results from it and has only what is needed to run them.",
			Constraints: append([]string{
				"Give the build stage a name with AS, and copy from it with COPY --from=NAME.",
				"The final stage must have every file that CMD, ENTRYPOINT and HEALTHCHECK use.",
				"If the results need libraries of the system, base the final stage on the same image family as the build stage.",
			}, ofDockerfiles...),
			Evidence: evidence,
			Decline:  "You cannot tell which files the build makes, or whether they run without the build stage.",
			Example: Example{
				Before: "FROM rust:1\nWORKDIR /src\nCOPY . .\nRUN cargo build --release\nCMD [\"/src/target/release/app\"]\n",
				After:  "FROM rust:1 AS build\nWORKDIR /src\nCOPY . .\nRUN cargo build --release\n\nFROM rust:1-slim\nWORKDIR /src\nCOPY --from=build /src/target/release/app /src/target/release/app\nCMD [\"/src/target/release/app\"]\n",
			},
		}, nil
	},
	Checks: []Check{
		{ID: "must-add-from", Run: mustAdd("FROM", "the change adds no FROM, so it adds no stage")},
		{ID: "stage-count", Run: func(c *Change) []Issue {
			if c.After.Stages > c.Before.Stages {
				return nil
			}
			return []Issue{{Message: fmt.Sprintf("the file has %d stages and had %d; it must have more", c.After.Stages, c.Before.Stages)}}
		}},
		{ID: "every-stage-used", Run: func(c *Change) []Issue {
			if len(c.After.Unused) <= len(c.Before.Unused) {
				return nil
			}
			// The checker cannot tell: a stage with a name may be built by name.
			unused := c.After.Unused[0]
			return []Issue{{Line: unused.Line, Message: fmt.Sprintf("the last stage does not use the stage %s", cmp.Or(unused.Name, "here"))}}
		}},
	},
}

// mustAdd is a check that an added line starts with an instruction.
func mustAdd(instruction, message string) func(c *Change) []Issue {
	starts := regexp.MustCompile(`(?i)^\s*` + instruction + `\b`)
	return func(c *Change) []Issue {
		for _, line := range c.Patch.AddedLines() {
			if starts.MatchString(line.Text) {
				return nil
			}
		}
		return []Issue{{Message: message}}
	}
}

var secrets = &Objective{
	ID: "build-secrets", Version: 1, Priority: 100,
	Rules: []string{"hadolint/DL3064"},
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
			}, ofDockerfiles...),
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
		{ID: "must-remove-secret", Run: func(c *Change) []Issue {
			var issues []Issue
			for _, name := range secretsOf(c.Request) {
				declared := regexp.MustCompile(`(?i)^\s*(ENV|ARG)\s.*\b` + regexp.QuoteMeta(name) + `\b`)
				for i, line := range strings.Split(string(c.Patch.Text), "\n") {
					if declared.MatchString(line) {
						issues = append(issues, Issue{Line: i + 1, Message: fmt.Sprintf("%s is still declared here", name)})
					}
				}
			}
			return issues
		}},
	},
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

var oneDownloader = &Objective{
	ID: "one-downloader", Version: 1, Priority: 120,
	Rules: []string{"hadolint/DL4001"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "A stage of this Dockerfile downloads with both wget and curl. Use only the one that the evidence names as first, " +
				"and no longer install the other one.",
			Constraints: append([]string{
				"A download must fail where it failed before: with curl, that needs --fail. Follow redirects as before: with curl, that needs --location.",
				"Keep the URLs, the names of the files, headers, credentials and pipes exactly.",
			}, ofDockerfiles...),
			Evidence: evidence,
			Decline:  "A flag of one program has no equal in the other, or a script that is not shown may need the program.",
			Example: Example{
				Before: "RUN curl -fsSLO https://example.com/a && wget -q https://example.com/b\n",
				After:  "RUN curl -fsSLO https://example.com/a && curl -fsSLO https://example.com/b\n",
			},
		}, nil
	},
	Checks: []Check{{ID: "keep-urls", Run: func(c *Change) []Issue {
		text := string(c.Patch.Text)
		for _, line := range c.Patch.DeletedLines() {
			for _, url := range anyURL.FindAllString(line.Text, -1) {
				if !strings.Contains(text, url) {
					return []Issue{{Message: "the file no longer downloads " + url}}
				}
			}
		}
		return nil
	}}},
}

var anyURL = regexp.MustCompile(`(?i)\b(?:https?|ftp)://[^\s"'|;&)\\]+`)

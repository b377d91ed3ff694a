package objective

import (
	"cmp"
	"fmt"
)

var multiStage = &Objective{
	ID: "multi-stage", Version: 2, Priority: 200,
	NewBases: true,
	Rules:    []string{"dockerfile/prefer-multi-stage-build"},
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
				"If the results need libraries of the system, base the final stage on the same image family as the build stage. Else an image of gcr.io/distroless is allowed.",
			}, ofDockerfiles("")...),
			Evidence: evidence,
			Decline:  "You cannot tell which files the build makes, or whether they run without the build stage.",
			Example: Example{
				Before: "FROM rust:1\nWORKDIR /src\nCOPY . .\nRUN cargo build --release\nCMD [\"/src/target/release/app\"]\n",
				After:  "FROM rust:1 AS build\nWORKDIR /src\nCOPY . .\nRUN cargo build --release\n\nFROM rust:1-slim\nWORKDIR /src\nCOPY --from=build /src/target/release/app /src/target/release/app\nCMD [\"/src/target/release/app\"]\n",
			},
		}, nil
	},
	Checks: []Check{
		{ID: "must-add-from", Run: mustAdd("from", "the change adds no FROM, so it adds no stage")},
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

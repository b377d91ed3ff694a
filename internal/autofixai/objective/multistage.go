package objective

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/split"
)

var multiStage = &Objective{
	ID: "multi-stage", Version: 10, Priority: 200,
	Rules: []string{"dockerfile/prefer-multi-stage-build"},

	RepeatsComments: true,
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
				"Base the build stage on the image of the file. Base the final stage on that image, on its slim, alpine or jre variant of the same version, or on one of: " +
					strings.Join(split.Runtimes, ", ") + ". If the results need libraries of the system, use the same image family as the build stage.",
				"Add no commands. Each command of a RUN stays as it is, with its WORKDIR, USER, SHELL, and the ENV and ARG before it, in its old order, in one of the stages. Installations, with an update of the lists before each, and their sources, copies, and the making of users, folders, links and settings may be in more. " +
					"An installation may have fewer packages, also of the ones in variables, or by --omit=dev or --production of npm, pnpm and yarn, and no --virtual of apk. A copy of the build context may have fewer files, if the stages together have all of them; if the final stage has such a copy, it also has each rm, chmod and chown of its files. Only the removal of packages, caches and files that nothing copies may go, a mkdir of folders that copies make, and variables such as deps=git that the rest of their RUN does not name; if this is installations, removals and downloads, also exported ones.",
				"WORKDIR, COPY and ENV may have the values of earlier ENV in the place of variables: /go/bin:$PATH for $GOPATH/bin:$PATH. Keep the order of ENV that name others.",
				"The build stage may leave out the ENV and ARG of ports, of addresses to listen on, of the names and numbers of users, of lists of packages, of labels, and " + strings.Join(slices.Concat(split.QuestionVariables, split.RuntimeVariables), ", ") +
					", if its commands do not name them and run no script or program such as ./generate (./gradlew and ./mvnw are fine). Before go build and downloads it may leave out any that these do not read. Others, such as NODE_ENV, LANG and a variable of the application, can change what a build makes: repeat them in it.",
				"Copy files from the build stage to the same path, to where a cp or mv of the file brings them (it may go then, but no later rm, chmod and chown of them), or programs from a folder of PATH to /usr/local/bin. They may have --chown with the USER and a group of the file. A chown -R of the file may go if all copies to its folder have --chown with its owner.",
				"The final stage may also install packages of the file, the libraries of its -dev packages (libffi8 for libffi-dev), the JRE of its JDK, and these, libraries in any version: " + strings.Join(split.RuntimePackages, ", ") + ". Options such as -t and -o are for the packages that had them.",
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
		{ID: "keep-the-image", Run: keepTheValues},
		{ID: "only-the-file", Run: func(c *Change) []Issue {
			var issues []Issue
			for _, r := range split.Judge(c.before(), c.after()) {
				issues = append(issues, Issue{Line: r.Line, Message: r.Message})
			}
			return issues
		}},
	},
}

// keepTheValues returns the changes of the image, other than by words with the
// same values.
func keepTheValues(c *Change) []Issue {
	var same []string
	if split.SameFolder(c.before(), c.after()) {
		same = append(same, "WORKDIR")
	}
	for _, instruction := range []string{"ENV", "EXPOSE", "LABEL", "USER", "VOLUME"} {
		if split.SameSettings(c.before(), c.after(), instruction) {
			same = append(same, instruction)
		}
	}
	issues := keepTheImage(c, same)
	if len(issues) == 0 && !slices.Contains(same, "ENV") {
		return []Issue{{Message: "the final image has other values of ENV, because its variables are set in another order; keep them as they were"}}
	}
	return issues
}

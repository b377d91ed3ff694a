package starlark

import "github.com/rules-autofix/rules_autofix/internal/config"

// bazelKind matches the files at the root of a Bazel workspace and the files
// that a MODULE.bazel includes. The first name in this order that exists
// identifies the workspace.
var bazelKind = &config.FileKind{
	Name:  "bazel",
	Names: []string{"MODULE.bazel", "REPO.bazel", "WORKSPACE", "WORKSPACE.bazel", "*.MODULE.bazel"},
	Guide: []config.FileHolder{{
		Files: "`MODULE.bazel`, and `*.MODULE.bazel` that it includes, `REPO.bazel`, `WORKSPACE`, `WORKSPACE.bazel`",
		Holds: "BUILD and `.bzl` files in its folder and below: the root of their workspace and the names of its repositories",
	}},
}

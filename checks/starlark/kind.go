package starlark

import "github.com/rules-autofix/rules_autofix/config"

// bazelKind are the files at the root of a Bazel workspace, of which the first
// in this order stands for it, and those that a MODULE.bazel includes.
var bazelKind = &config.FileKind{
	Name:  "bazel",
	Names: []string{"MODULE.bazel", "REPO.bazel", "WORKSPACE", "WORKSPACE.bazel", "*.MODULE.bazel"},
	Guide: []config.FileHolder{{
		Files: "`MODULE.bazel`, and `*.MODULE.bazel` that it includes, `REPO.bazel`, `WORKSPACE`, `WORKSPACE.bazel`",
		Holds: "BUILD and `.bzl` files in its folder and below: their workspace, and the names of its repositories",
	}},
}

package main

// analyzers are the passes of x/tools that both sides run.
var analyzers = []string{
	"appends", "assign", "atomic", "bools", "buildtag", "composite", "copylock", "defers", "directive", "errorsas",
	"httpresponse", "ifaceassert", "loopclosure", "lostcancel", "nilfunc", "printf", "shift", "sigchanyzer", "slog",
	"stdmethods", "stringintconv", "structtag", "tests", "timeformat", "unmarshal", "unreachable", "unusedresult",
}

const module = `module(name = "bench")

bazel_dep(name = "rules_go", version = "0.59.0")
bazel_dep(name = "gazelle", version = "0.47.0")

go_sdk = use_extension("@rules_go//go:extensions.bzl", "go_sdk")
go_sdk.host()

go_deps = use_extension("@gazelle//:extensions.bzl", "go_deps")
go_deps.from_file(go_mod = "//:go.mod")
use_repo(go_deps, "org_golang_x_tools")
`

var oursFiles = map[string]string{
	"MODULE.bazel": module + `
bazel_dep(name = "rules_autofix", version = "0.1.0")
local_path_override(module_name = "rules_autofix", path = "REPOSITORY")

autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
autofix.go(rules_go = "@rules_go")
autofix.local(path = "AUTOFIX")
use_repo(autofix, "autofix_toolchains")
register_toolchains("@autofix_toolchains//:all")
`,
	".bazelrc":    "build:lint --aspects=//lint:lint.bzl%lint\n",
	"BUILD.bazel": "",
	"lint/BUILD.bazel": `load("@rules_autofix//rules:go.bzl", "autofix_go_checker")

autofix_go_checker(
    name = "go",
    analyzers = [
        ANALYZERS
    ],
)
`,
	"lint/lint.bzl": `load("@rules_autofix//rules:defs.bzl", "autofix_aspects")
load("@rules_autofix//rules:go.bzl", "autofix_go_aspect")

lint_go = autofix_go_aspect(checker = Label("//lint:go"))

_made = autofix_aspects(
    name = "lint",
    builtin_checkers = False,
    checkers = [Label("//lint:go")],
    requires = [lint_go],
)

lint = _made.autofix
`,
}

var theirsFiles = map[string]string{
	"MODULE.bazel": module + `
go_sdk.nogo(nogo = "//lint:nogo")
`,
	"BUILD.bazel": "",
	"lint/BUILD.bazel": `load("@rules_go//go:def.bzl", "nogo")

nogo(
    name = "nogo",
    visibility = ["//visibility:public"],
    deps = [
        ANALYZERS
    ],
)
`,
}

module github.com/rules-autofix/rules_autofix/gazelle

go 1.24

require (
	github.com/bazelbuild/bazel-gazelle v0.47.0
	github.com/bazelbuild/buildtools v0.0.0-20250930140053-2eb4fccefb52
	github.com/bazelbuild/rules_go v0.53.0
	github.com/bmatcuk/doublestar/v4 v4.9.1
	github.com/google/go-cmp v0.6.0
)

require (
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/mod v0.20.0 // indirect
	golang.org/x/sync v0.10.0 // indirect
	golang.org/x/sys v0.28.0 // indirect
	golang.org/x/tools/go/vcs v0.1.0-deprecated // indirect
)

tool github.com/bazelbuild/bazel-gazelle/cmd/gazelle

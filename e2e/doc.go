// Package e2e holds tests that run a real Bazel on copies of the workspaces in
// examples/, and of smoke/.
//
// They are not part of `go test ./...`, nor of `bazel test //...`, where Bazel
// would run inside Bazel:
//
//	go test -tags e2e -count=1 -timeout 60m ./e2e
//
// The tests share one workspace, and thus one Bazel server, per example: each
// starts by restoring its files. Assertions about executed actions use files
// with content that no earlier run had.
//
// AUTOFIX_E2E_BAZELW names the Bazel to run, by default the bazelw of this
// repository. AUTOFIX_E2E_TOOL names an autofix binary, by default one that is
// built from it. AUTOFIX_E2E_RELEASE=all builds the archives of all platforms
// twice, which takes minutes, instead of only the program of the host platform.
package e2e

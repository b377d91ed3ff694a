// Package e2e holds tests that run a real Bazel on copies of the workspaces in
// examples/, and of smoke/.
//
// They are no part of `go test ./...`, nor of `bazel test //...`, where Bazel
// would run in Bazel:
//
//	go test -tags e2e -count=1 -timeout 30m ./e2e
//
// The tests share one workspace, and so one Bazel server, per example: each
// starts by putting its files back. What a test asserts about actions that ran,
// it asserts about files with a content that no earlier run had.
//
// AUTOFIX_E2E_BAZELW names the Bazel to run, by default the bazelw of this
// repository; AUTOFIX_E2E_TOOL an autofix binary, by default one that is built
// from it. AUTOFIX_E2E_RELEASE=all builds the archives of all platforms twice,
// which takes minutes, and not only the one of this machine's.
package e2e

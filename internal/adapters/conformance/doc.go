// Package conformance compares the adapters with the tools themselves: what is
// applied equals what the tool's own flag for fixing makes of the same files,
// byte for byte. Its tests have the build tag conformance, and install the tools
// (see tools/linters):
//
//	go test -tags conformance -count=1 -timeout 30m ./internal/adapters/conformance
package conformance

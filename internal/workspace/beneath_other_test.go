//go:build !linux

package workspace

import "testing"

// withoutOpenat2 does nothing: this system has only os.Root.
func withoutOpenat2(testing.TB) {}

//go:build !linux

package workspace

import "testing"

// withoutShortWay has nothing to do: this system has no other way than os.Root.
func withoutShortWay(testing.TB) {}

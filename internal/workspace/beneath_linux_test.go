package workspace

import "testing"

// withoutOpenat2 makes every lookup use os.Root alone, as on kernels without
// openat2.
func withoutOpenat2(t testing.TB) {
	before := noOpenat2.Swap(true)
	t.Cleanup(func() { noOpenat2.Store(before) })
}

package workspace

import "testing"

// withoutShortWay makes every lookup go through os.Root alone, as on kernels without openat2.
func withoutShortWay(t testing.TB) {
	before := noOpenat2.Swap(true)
	t.Cleanup(func() { noOpenat2.Store(before) })
}

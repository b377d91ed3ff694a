//go:build !linux && !darwin && !freebsd

package runner

// freeBytes is not known here.
func freeBytes(string) (free uint64, known bool) { return 0, false }

//go:build !linux && !darwin && !freebsd

package shadow

// space is not supported on this system.
func space(string) (bytes, files uint64, ok bool) { return 0, 0, false }

//go:build !linux

package process

// TellsUse is whether Use may return true.
const TellsUse = false

// Use returns the use of the program and everything that it started, or false
// where the system does not tell it.
func (r *Running) Use() (Use, bool) { return Use{}, false }

//go:build !linux

package process

// TellsUse is whether Use may return true.
const TellsUse = false

// Use returns the use of the program and its children, or false if it is
// unknown.
func (r *Running) Use() (Use, bool) { return Use{}, false }

//go:build !linux

package sandbox

import "runtime"

// Init is for Linux.
func Init() {}

var wayOut = "there are sandboxes only on Linux, not on " + runtime.GOOS + ": run this there, or in a container"

// ladder is empty.
var ladder []rung

//go:build unix && !linux && !darwin

package process

import "os/exec"

// Init is for other systems.
func Init() {}

const noLimit = "limits are for Linux, macOS and Windows"

func noMemoryLimit() string  { return noLimit }
func noFileLimits() string   { return noLimit }
func noCPULimit() string     { return noLimit }
func noProcessLimit() string { return noLimit }

func (l Limits) limit(*exec.Cmd) (wait func(started error) error, err error) {
	return func(started error) error { return started }, l.check()
}

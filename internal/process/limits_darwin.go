package process

import "os"

func self() (string, error) { return os.Executable() }

func noMemoryLimit() string { return "macOS has no such limit" }
func noFileLimits() string  { return "" }
func noCPULimit() string    { return "" }

func noProcessLimit() string {
	if os.Geteuid() == 0 {
		return "root is not bound by it"
	}
	return ""
}

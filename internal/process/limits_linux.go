package process

import (
	"os"
	"strings"
)

// self is this program, even if its file was replaced.
func self() (string, error) {
	const link = "/proc/self/exe"
	if _, err := os.Stat(link); err == nil {
		return link, nil
	}
	return os.Executable()
}

func noMemoryLimit() string { return "" }
func noFileLimits() string  { return "" }
func noCPULimit() string    { return "" }

// Root of a user namespace is a plain user to the rest of the system.
func noProcessLimit() string {
	if users, err := os.ReadFile("/proc/self/uid_map"); os.Geteuid() == 0 &&
		(err != nil || strings.Join(strings.Fields(string(users)), " ") == "0 0 4294967295") {
		return "root is not bound by it"
	}
	return ""
}

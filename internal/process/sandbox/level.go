package sandbox

import "fmt"

// A Level is how much a sandbox enforces. A higher one enforces more.
type Level int

// The levels.
const (
	// None enforces nothing.
	None Level = iota
	// Files hides the contents of files, and denies writes, but not the network
	// and other processes. That a file exists, and its size, can be seen.
	Files
	// Namespaces hides files, the network and all other processes; in a container
	// that masks its /proc, their command lines can be seen. When the program ends,
	// so does every process that it started.
	Namespaces
	// Bubblewrap is as Namespaces, by the program of that name.
	Bubblewrap
)

var levels = [...]string{"none", "files", "namespaces", "bubblewrap"}

// String returns the level's name.
func (l Level) String() string {
	if l < 0 || int(l) >= len(levels) {
		return fmt.Sprintf("Level(%d)", int(l))
	}
	return levels[l]
}

// MarshalText returns the level's name.
func (l Level) MarshalText() ([]byte, error) {
	if l < 0 || int(l) >= len(levels) {
		return nil, fmt.Errorf("sandbox level: %d is none", int(l))
	}
	return []byte(levels[l]), nil
}

// UnmarshalText reads a level's name.
func (l *Level) UnmarshalText(name []byte) error {
	for i, known := range levels {
		if known == string(name) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("sandbox level: %q is not one of %v", name, levels)
}

// EnforcesFiles reports whether only the files of the policy can be read and
// written.
func (l Level) EnforcesFiles() bool { return l >= Files }

// EnforcesNetwork reports whether a denied network cannot be reached.
func (l Level) EnforcesNetwork() bool { return l >= Namespaces }

// EnforcesProcesses reports whether other processes cannot be seen and signaled,
// and whether nothing that the program starts survives it.
func (l Level) EnforcesProcesses() bool { return l >= Namespaces }

package process

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Limits bind a program, and each process that it starts. A limit of 0 is none.
// A process keeps a lower limit that it has already.
type Limits struct {
	// Memory is the number of bytes of private writable memory of a process.
	// Address space that it only reserves does not count: runtimes reserve much.
	Memory uint64
	// CPU is the time on processors of a process, rounded up to seconds.
	CPU time.Duration
	// OpenFiles is the number of files that a process may have open.
	OpenFiles uint64
	// Processes is the number of processes and threads. On Unix, all of the same
	// user count, and root is not bound.
	Processes uint64
	// FileSize is the number of bytes of a file that a process may write.
	FileSize uint64
}

// Enforceable returns the limits that can be enforced here, and for
// each of the others why it can't be. A command with another limit does not
// start.
func (l Limits) Enforceable() (kept Limits, left []string) {
	kept = l
	for _, row := range []struct {
		name  string
		isSet bool
		why   string
		unset func()
	}{
		{"memory", l.Memory != 0, noMemoryLimit(), func() { kept.Memory = 0 }},
		{"CPU time", l.CPU != 0, noCPULimit(), func() { kept.CPU = 0 }},
		{"open files", l.OpenFiles != 0, noFileLimits(), func() { kept.OpenFiles = 0 }},
		{"processes", l.Processes != 0, noProcessLimit(), func() { kept.Processes = 0 }},
		{"file size", l.FileSize != 0, noFileLimits(), func() { kept.FileSize = 0 }},
	} {
		if row.isSet && row.why != "" {
			row.unset()
			left = append(left, row.name+": "+row.why)
		}
	}
	return kept, left
}

// check returns an error that wraps errors.ErrUnsupported if a limit cannot be
// enforced.
func (l Limits) check() error {
	if l.CPU < 0 {
		return fmt.Errorf("limits: CPU time: %v is negative", l.CPU)
	}
	if _, left := l.Enforceable(); len(left) > 0 {
		return fmt.Errorf("limits: %w: %s", errors.ErrUnsupported, strings.Join(left, "; "))
	}
	return nil
}

// cpuSeconds is the CPU time in whole seconds.
func (l Limits) cpuSeconds() uint64 { return uint64((l.CPU + time.Second - 1) / time.Second) }

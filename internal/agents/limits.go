package agents

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Limits bound the use of the machine by an agent and its processes together.
// An agent that uses more is ended. 0 means unlimited. Linux has all limits,
// Windows has the memory of each process, and others the size of files.
type Limits struct {
	Memory    uint64 // bytes
	Processes int
	// Disk is the number of bytes below the working folder of the agent, unless
	// that is Options.Folder, and of each file that it writes anywhere.
	Disk uint64
}

// lookTime is how often the use is looked at.
const lookTime = 500 * time.Millisecond

// Of a process, without regard to what runs already. All processes and threads
// of a user count.
const (
	maxOpenFiles = 1 << 16
	maxThreads   = 1 << 14
)

// ofProcess returns the limits that the system enforces.
func (l Limits) ofProcess() process.Limits {
	if l == (Limits{}) {
		return process.Limits{}
	}
	limits := process.Limits{FileSize: l.Disk, OpenFiles: maxOpenFiles, Processes: maxThreads}
	if !process.TellsUse {
		limits.Memory = l.Memory
	}
	limits, _ = limits.Enforceable()
	return limits
}

// watch ends the agent when it is over a limit.
func (a *Agent) watch() {
	limits := a.options.Limits
	if limits == (Limits{}) {
		return
	}
	ticker := time.NewTicker(lookTime)
	defer ticker.Stop()
	for {
		select {
		case <-a.gone:
			return
		case <-ticker.C:
		}
		if over := a.over(limits); over != "" {
			a.conn.fail(a.failure(OverLimit, nil, over))
			a.running.Kill()
			return
		}
	}
}

// over says which limit the agent is over, or "".
func (a *Agent) over(limits Limits) string {
	if use, known := a.running.Use(); known {
		switch {
		case limits.Memory > 0 && use.Memory > limits.Memory:
			return fmt.Sprintf("uses %d MiB of memory, and %d are allowed", use.Memory>>20, limits.Memory>>20)
		case limits.Processes > 0 && use.Processes > limits.Processes:
			return fmt.Sprintf("has %d processes, and %d are allowed", use.Processes, limits.Processes)
		}
	}
	if limits.Disk > 0 && a.options.Folder == "" {
		if size := sizeOf(a.folder, limits.Disk); size > limits.Disk {
			return fmt.Sprintf("has %d MiB in its working folder, and %d are allowed", size>>20, limits.Disk>>20)
		}
	}
	return ""
}

// sizeOf returns the bytes of the files below a folder. It stops counting beyond
// most.
func sizeOf(folder string, most uint64) (size uint64) {
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // the agent removes files too
		}
		size += entryBytes
		if info, err := entry.Info(); err == nil && entry.Type().IsRegular() {
			size += uint64(info.Size())
		}
		if size > most {
			return filepath.SkipAll
		}
		return nil
	})
	return size
}

// entryBytes stands for the bytes of a name, so that the number of files is
// bounded too.
const entryBytes = 256

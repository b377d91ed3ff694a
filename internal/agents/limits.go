package agents

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Limits bound the memory, processes and disk of an agent and its children
// together. An agent over a limit is ended. 0 means unlimited. Linux enforces all
// limits, Windows the memory of each process, and other systems the size of
// files.
type Limits struct {
	Memory    uint64 // bytes
	Processes int
	// Disk bounds the bytes below the working folder of the agent, unless that is
	// Options.Folder, and of each file that it writes anywhere.
	Disk uint64
}

// watchInterval is the time between two measurements.
const watchInterval = 500 * time.Millisecond

// The limits of the system that do not depend on Limits. The one of threads is
// high, because all processes and threads of the user count.
const (
	maxOpenFiles = 1 << 16
	maxThreads   = 1 << 14
)

// ofProcess returns the limits that the system can enforce.
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
	ticker := time.NewTicker(watchInterval)
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

// over returns a message if the agent is over a limit, or "".
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

// sizeOf returns the bytes of the files below a folder. It stops counting above
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

// entryBytes is counted for each file, so that their number is bounded too.
const entryBytes = 256

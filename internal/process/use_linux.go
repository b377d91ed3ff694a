package process

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// TellsUse is whether Use may return true.
const TellsUse = true

// Use returns the use of the program and its children, or false if it is
// unknown.
func (r *Running) Use() (Use, bool) {
	r.tree.mu.Lock()
	defer r.tree.mu.Unlock()
	if r.tree.reaped {
		return Use{}, false
	}
	members, _ := r.tree.members()
	var use Use
	for _, p := range members {
		use.Processes++
		use.Memory += memoryOf(p.Pid)
		_ = p.Release()
	}
	return use, use.Processes > 0
}

// memoryOf returns the bytes of a process in memory, without pages of files, or
// 0 if it has ended.
func memoryOf(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text)) // all in pages: size, resident, from files, ...
	if err != nil || len(fields) < 3 {
		return 0
	}
	resident, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	shared, err := strconv.ParseUint(fields[2], 10, 64)
	if err != nil || shared > resident {
		return 0
	}
	return (resident - shared) * uint64(os.Getpagesize())
}

package bazel

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// A Server is what a Bazel client must be told to reach the server of another
// client: a client with different roots starts a server of its own, or kills
// the running one.
type Server struct {
	OutputBase     string // absolute; "" for the one that Bazel derives from the workspace
	OutputUserRoot string // absolute; "" for the user's default
}

// ServerOf returns the server in whose output base the first of places lies.
// These are absolute paths that a process which `bazel run` started in
// workspace knows, such as its executable. It is the zero Server where none
// lies in an output base of this workspace.
//
// The layout is Bazel's own: OUTPUT_BASE/execroot/REPOSITORY/bazel-out/...,
// OUTPUT_BASE/DO_NOT_BUILD_HERE with the path of the workspace, and
// OUTPUT_BASE/server/cmdline with the server's arguments, each ended by NUL.
func ServerOf(workspace string, places ...string) Server {
	for _, place := range places {
		base, _, found := strings.Cut(filepath.ToSlash(place), "/execroot/")
		if !found || base == "" {
			continue
		}
		base = filepath.FromSlash(base)
		owner, err := os.ReadFile(filepath.Join(base, "DO_NOT_BUILD_HERE"))
		if err == nil && sameFile(string(bytes.TrimSpace(owner)), workspace) {
			return Server{OutputBase: base, OutputUserRoot: outputUserRoot(base)}
		}
	}
	return Server{}
}

// outputUserRoot returns the --output_user_root that the server of base runs
// with, "" where it cannot be told.
func outputUserRoot(base string) string {
	cmdline, err := os.ReadFile(filepath.Join(base, "server", "cmdline"))
	if err != nil {
		return ""
	}
	for arg := range strings.SplitSeq(string(cmdline), "\x00") {
		if root, ok := strings.CutPrefix(arg, "--output_user_root="); ok {
			return root
		}
	}
	return ""
}

// startupOptions returns the options that stand before the command, such as
// build.
func (s Server) startupOptions() []string {
	var options []string
	if s.OutputUserRoot != "" {
		options = append(options, "--output_user_root="+s.OutputUserRoot)
	}
	if s.OutputBase != "" {
		options = append(options, "--output_base="+s.OutputBase)
	}
	return options
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

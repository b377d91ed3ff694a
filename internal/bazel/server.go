package bazel

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// A Server has the startup options that a Bazel client needs to reach the
// server of another client. A client with other roots starts a server of its
// own, or kills the running one.
type Server struct {
	OutputBase     string // absolute; "" for the one that Bazel derives from the workspace
	OutputUserRoot string // absolute; "" for the user's default
}

// ServerOf returns the server whose output base contains the first of places.
// These are absolute paths known to a process that `bazel run` started in
// workspace, such as its executable. If none is in an output base of this
// workspace, it returns the zero Server.
//
// The layout is Bazel's: OUTPUT_BASE/execroot/REPOSITORY/bazel-out/...,
// OUTPUT_BASE/DO_NOT_BUILD_HERE with the path of the workspace, and
// OUTPUT_BASE/server/cmdline with the arguments of the server, each terminated
// by NUL.
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

// outputUserRoot returns the --output_user_root of the server of base, or "" if
// it is not known.
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

// startupOptions returns the options that come before the command, such as
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

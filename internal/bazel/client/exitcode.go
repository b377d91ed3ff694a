package client

// The exit codes of Bazel that have a meaning here. They are from
// src/main/java/com/google/devtools/build/lib/util/ExitCode.java in Bazel, the
// same from 7.4 to 9.
const (
	ExitBuildFailed = 1 // also: a part of a cquery or aquery could not be analyzed
	ExitCommandLine = 2
	ExitTestsFailed = 3
	ExitPartial     = 3 // of a query: the answer is about the packages that load
	ExitNoTests     = 4
	ExitInterrupted = 8
	ExitLockHeld    = 9 // of --noblock_for_lock
)

// Meaning returns the meaning of an exit code, in the words of the
// documentation (https://bazel.build/run/scripts#exit-codes), or "" if the code
// alone does not determine it.
func Meaning(exitCode int) string {
	switch exitCode {
	case ExitBuildFailed:
		return "the build failed"
	case ExitCommandLine:
		return "Bazel does not accept its command line"
	case ExitLockHeld:
		return "another command is running"
	case 32:
		return "the remote environment has a problem"
	case 33:
		return "Bazel ran out of memory"
	case 34:
		return "the remote cache or execution failed"
	case 36:
		return "this machine has a problem, such as a full disk or missing permissions"
	case 37:
		return "Bazel crashed"
	case 38, 45:
		return "Bazel could not upload the build events"
	case 39:
		return "the remote cache has lost files that the build needs"
	case 48:
		return "external dependencies could not be resolved or fetched"
	}
	return ""
}

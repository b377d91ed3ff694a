package runners

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// forPython returns the runner of a module that Python runs.
func forPython(argv []string) *results.Runner {
	for _, r := range All {
		if len(r.Modules) > 0 && python.Module(argv, r.Modules...) > 0 {
			return r
		}
	}
	return exit
}

// forEnvironment returns the runner of a command that runs another one in an
// environment of Python.
func forEnvironment(argv []string, file results.File, depth int) *results.Runner {
	if len(argv) > 2 && argv[1] == "run" && !strings.HasPrefix(argv[2], "-") {
		return behind(2, forCommand(argv[2:], file, depth))
	}
	return exit
}

// forNode returns the runner whose program of JavaScript node runs.
func forNode(argv []string, file results.File, depth int) *results.Runner {
	at := slices.IndexFunc(argv[1:], func(arg string) bool { return !strings.HasPrefix(arg, "-") }) + 1
	if at == 0 {
		return exit
	}
	if r := ofProgram(results.Program(argv[at])); r == nil || !r.JavaScript {
		return exit
	}
	return behind(at, forCommand(argv[at:], file, depth))
}

// behind turns the runner of a command's arguments from n on into the command's
// runner.
func behind(n int, inner *results.Runner) *results.Runner {
	if inner == exit {
		return inner
	}
	r := *inner
	r.Instrument = func(argv []string, out string) []string {
		return slices.Concat(argv[:n], inner.Instrument(argv[n:], out))
	}
	r.Read = func(raw *results.Raw) results.Results {
		of := *raw
		of.Argv = raw.Argv[min(n, len(raw.Argv)):]
		return inner.Read(&of)
	}
	if inner.Measure != nil {
		r.Measure = func(argv []string, out string) []results.Measurement {
			ways := inner.Measure(argv[n:], out)
			for _, way := range ways {
				for i, command := range way.Commands {
					way.Commands[i] = slices.Concat(argv[:n], command)
				}
			}
			return ways
		}
	}
	if inner.Whole != nil {
		r.Whole = func(argv []string, file results.File) []string {
			return slices.Concat(argv[:n], inner.Whole(argv[n:], file))
		}
	}
	if inner.Alone != nil {
		r.Alone = func(argv []string, tests []source.Test) []string {
			if only := inner.Alone(argv[n:], tests); only != nil {
				return slices.Concat(argv[:n], only)
			}
			return nil
		}
	}
	return &r
}

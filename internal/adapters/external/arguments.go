package external

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Placeholders for files in arguments.
const (
	outMark   = "{out}"        // within an argument: the path of the output file of the program
	listMark  = "{files_list}" // within an argument: the path of a file that lists the files, one per line
	filesMark = "{files}"      // as a whole argument: the paths of the files, one argument each
)

// arguments returns the arguments of the program, and its output file in the
// folder scratch; "" if it writes to standard output. Files come last unless an
// argument has a placeholder for them.
func arguments(template, files []string, scratch string) (args []string, out string, err error) {
	if err := CheckArguments(template); err != nil {
		return nil, "", fmt.Errorf("its argument %w", err)
	}
	given := false
	value := func(mark string) (string, error) {
		if mark == outMark {
			out = filepath.Join(scratch, "out")
			return out, nil
		}
		given = true
		list := filepath.Join(scratch, "files")
		if err := os.WriteFile(list, []byte(strings.Join(files, "\n")+"\n"), 0o666); err != nil {
			return "", fmt.Errorf("cannot write the list of its files: %w", err)
		}
		return list, nil
	}
	for _, arg := range template {
		if arg == filesMark {
			args = append(args, files...)
			given = true
			continue
		}
		if arg, err = expand(arg, value); err != nil {
			return nil, "", err
		}
		args = append(args, arg)
	}
	if !given {
		args = append(args, files...)
	}
	return args, out, nil
}

// environment returns the variables that every checker has. They are the same
// on every machine, except for the path of scratch.
func environment(scratch string) ([]string, error) {
	folder := func(name string) (string, error) {
		path := filepath.Join(scratch, name)
		return path, os.Mkdir(path, 0o777)
	}
	home, err := folder("home")
	if err != nil {
		return nil, fmt.Errorf("cannot create its home folder: %w", err)
	}
	temporary, err := folder("tmp")
	if err != nil {
		return nil, fmt.Errorf("cannot create its folder for temporary files: %w", err)
	}
	if runtime.GOOS == "windows" {
		// Without these two, a program cannot load the system's libraries.
		system := []string{"SystemRoot=" + os.Getenv("SystemRoot"), "SystemDrive=" + os.Getenv("SystemDrive")}
		return append(system, "PATH="+filepath.Join(os.Getenv("SystemRoot"), "System32"),
			"USERPROFILE="+home, "TEMP="+temporary, "TMP="+temporary), nil
	}
	// The PATH of --incompatible_strict_action_env.
	return []string{"PATH=/bin:/usr/bin:/usr/local/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "HOME=" + home, "TMPDIR=" + temporary}, nil
}

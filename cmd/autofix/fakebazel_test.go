package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The fake Bazel is this test binary by the name of bazel. It "builds" by
// running real checks, and writes the events that Bazel writes. It reads these
// files of its folder, and writes there args.N, the arguments of its Nth build:
//
//	root     the workspace
//	targets  `//LABEL PATH...` lines
//	mode     see the cases of fakeBazel; `N MODE` is for the Nth build only
//	query    the answer of a query, as Bazel prints it; without it, what follows from owned
//	findings the findings of a judgedChecker, as JSON; without it, only the built-in checkers check
//	flags    further flags of the checks, one a line
//	owned    paths that rules own, one a line, "FAIL" where the query fails; without it, all that are there
const fakeBazelDir = "AUTOFIX_TEST_FAKE_BAZEL"

func init() {
	if filepath.Base(os.Args[0]) == "bazel" && os.Getenv(fakeBazelDir) != "" {
		os.Exit(fakeBazel(os.Getenv(fakeBazelDir)))
	}
}

// A fakeEvents writes the events of the fake Bazel, one JSON object per line.
type fakeEvents struct {
	lines []string
	sets  int
}

func (e *fakeEvents) add(format string, args ...any) {
	e.lines = append(e.lines, fmt.Sprintf(format, args...))
}

// completed writes the event of the aspect on a target, with the file that it
// created, if any: a path or a URI.
func (e *fakeEvents) completed(label, file string) {
	groups := ""
	if file != "" {
		e.sets++
		uri := file
		if filepath.IsAbs(file) {
			uri = (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
		}
		e.add(`{"id":{"namedSet":{"id":"%d"}},"namedSetOfFiles":{"files":[{"name":"autofix.json","uri":%q}]}}`, e.sets, uri)
		groups = fmt.Sprintf(`,"outputGroup":[{"name":"autofix_artifact","fileSets":[{"id":"%d"}]}]`, e.sets)
	}
	e.add(`{"id":{"targetCompleted":{"label":%q,"aspect":"//:a.bzl%%a"}},"completed":{"success":true%s}}`, label, groups)
}

// failed writes the events of a check that ended with an exit code.
func (e *fakeEvents) failed(label string, code int) {
	e.add(`{"id":{"targetCompleted":{"label":%q,"aspect":"//:a.bzl%%a"}},"completed":{}}`, label)
	e.add(`{"id":{"actionCompleted":{"label":%q}},"action":{"exitCode":1,"label":%q,"type":"AutofixCheck","failureDetail":{"message":"autofix failed","spawn":{"code":"NON_ZERO_EXIT","spawnExitCode":%d}}}}`,
		label, label, code)
}

func fakeBazel(dir string) int {
	if slices.Contains(os.Args, "query") {
		return fakeQuery(dir)
	}
	if slices.Contains(os.Args, "canonicalize-flags") {
		return 0
	}
	builds, _ := filepath.Glob(dir + "/args.*")
	number := len(builds) + 1
	record, err := json.Marshal(os.Args[1:])
	must(err)
	must(os.WriteFile(fmt.Sprintf("%s/args.%d", dir, number), record, 0o666))
	root := fakeRoot(dir)
	mode, label, _ := strings.Cut(fakeFile(dir, "mode"), " ")
	if mode >= "0" && mode <= "9" {
		if mode != fmt.Sprint(number) {
			label = ""
		}
		mode, label, _ = strings.Cut(label, " ")
	}
	var events fakeEvents
	code := 0
	for line := range strings.Lines(fakeFile(dir, "targets")) {
		fields := strings.Fields(line)
		target, files := fields[0], fields[1:]
		artifact := fmt.Sprintf("%s/out%d%s.json", dir, number, strings.NewReplacer("/", "_", ":", "_").Replace(target))
		switch {
		case len(files) == 0:
			artifact = ""
		case slices.Contains(os.Args, "-"+target):
			continue
		case mode == "crash" && label == target:
			fmt.Fprintf(os.Stderr, "ERROR: Autofix %s failed: (Exit 3)\n", target)
			events.failed(target, 3)
			code = 1
			continue
		case mode == "kill" && label == target:
			events.failed(target, 137)
			code = 1
			continue
		default:
			checkInto(dir, artifact, target, files)
		}
		switch {
		case mode == "malform" && label == target:
			must(os.WriteFile(artifact, []byte(`{"version": 1, "tool": `), 0o666))
		case mode == "own" && label == target: // a checker of the user's
			made, err := os.ReadFile(artifact)
			must(err)
			made = bytes.Replace(made, []byte(`"name": "autofix"`), []byte(`"name": "gray"`), 1)
			must(os.WriteFile(artifact, bytes.Replace(made, []byte(`"checkers": ["text"],`), nil, 1), 0o666))
		}
		events.completed(target, artifact)
	}
	switch mode {
	case "edit": // edit a source between its check and the write
		must(os.WriteFile(filepath.Join(root, label), []byte("edited  \n"), 0o666))
	case "nothing":
		fmt.Fprintf(os.Stderr, "ERROR: Skipping '%s': no targets found\n", label)
		events.add(`{"id":{"pattern":{"pattern":[%q]}},"aborted":{"reason":"LOADING_FAILURE","description":"no targets found"}}`, label)
		code = 1
	case "analysis":
		events.add(`{"id":{"targetConfigured":{"label":%q}},"aborted":{"reason":"ANALYSIS_FAILURE"},"children":[{"configuredLabel":{"label":"//x:x"}}]}`, label)
		events.add(`{"id":{"configuredLabel":{"label":"//x:x"}},"aborted":{"reason":"ANALYSIS_FAILURE","description":"no such package 'x'"}}`)
		code = 1
	case "packages": // that do not load, unless they are deleted
		for name := range strings.SplitSeq(label, ",") {
			if !slices.ContainsFunc(os.Args, func(arg string) bool {
				return strings.HasPrefix(arg, "--deleted_packages=") && strings.Contains(arg, name)
			}) {
				message := fmt.Sprintf("ERROR: package contains errors: %s\nERROR: package contains errors: %s: syntax error\n", name, name)
				fmt.Fprint(os.Stderr, message)
				events.add(`{"id":{"progress":{}},"progress":{"stderr":%q}}`, message)
				code = 1
			}
		}
	case "flag":
		fmt.Fprintln(os.Stderr, "ERROR: --zzz :: Unrecognized option: --zzz")
		code = 2
	case "wait":
		code = waitForInterrupt(dir)
	}
	events.add(`{"id":{"buildToolLogs":{}},"lastMessage":true}`)
	for _, arg := range os.Args {
		if out, ok := strings.CutPrefix(arg, "--build_event_json_file="); ok {
			must(os.WriteFile(out, []byte(strings.Join(events.lines, "\n")+"\n"), 0o666))
		}
	}
	return code
}

// checkInto creates a real artifact.
func checkInto(dir, artifact, label string, files []string) {
	env := newEnvironment()
	env.Dir = fakeRoot(dir)
	if text, err := os.ReadFile(filepath.Join(dir, "findings")); err == nil {
		var judged judgedChecker
		must(json.Unmarshal(text, &judged.findings))
		env.Checkers.Register(judged)
	}
	var said bytes.Buffer
	env.Stdout, env.Stderr = &said, &said
	args := []string{"check", "--declared", "--origin=" + label, "--out=" + artifact}
	if flags, err := os.ReadFile(filepath.Join(dir, "flags")); err == nil {
		args = append(args, strings.Fields(string(flags))...)
	}
	args = append(append(args, "--"), files...)
	if code := run(context.Background(), args, env); code != 0 {
		panic(fmt.Sprintf("check: exit %d: %s", code, said.String()))
	}
}

func waitForInterrupt(dir string) int {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	must(os.WriteFile(dir+"/waiting", nil, 0o666))
	select {
	case <-interrupts:
		return 8
	case <-time.After(time.Minute):
		return 1
	}
}

// fakeQuery prints the answer in the file query, or else one rule and its
// files.
func fakeQuery(dir string) int {
	if answer, err := os.ReadFile(filepath.Join(dir, "query")); err == nil {
		fmt.Print(string(answer))
		return 0
	}
	var labels []string
	if owned, err := os.ReadFile(filepath.Join(dir, "owned")); err == nil {
		for path := range strings.Lines(string(owned)) {
			labels = append(labels, "//:"+strings.TrimSpace(path))
		}
	} else {
		root := os.DirFS(fakeFile(dir, "root"))
		must(fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
			labels = append(labels, "//:"+path)
			return err
		}))
	}
	if slices.Contains(labels, "//:FAIL") {
		fmt.Fprintln(os.Stderr, "ERROR: no such package 'x'")
		return 7
	}
	text, err := json.Marshal(map[string]any{"type": "RULE", "rule": map[string]any{"name": "//:all", "ruleInput": labels}})
	must(err)
	fmt.Println(string(text))
	return 0
}

// fakeRoot returns the workspace, or its shadow for a build with an output base
// of that.
func fakeRoot(dir string) string {
	if slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "--max_idle_secs=") }) {
		at, err := os.Getwd()
		must(err)
		return at
	}
	return fakeFile(dir, "root")
}

func fakeFile(dir, name string) string {
	data, err := os.ReadFile(filepath.Join(dir, name))
	must(err)
	return string(data)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

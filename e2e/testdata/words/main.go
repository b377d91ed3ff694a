// Command words is a checker for tests of autofix_checker: it finds a word in
// files, and its fix replaces it with another one. The variable RULE names the
// rule of its findings. It can also fail in all the ways that a checker can.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"syscall"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

func main() {
	words := flag.String("words", "", "a file with a line WORD=OTHER")
	out := flag.String("out", "", "the file to write; standard output by default")
	fault := flag.String("fault", "", "how it fails: exit, kill, malformed, foreign or write")
	code := flag.Int("code", 0, "the exit code if it found something")
	flag.Parse()
	if err := run(os.Getenv("RULE"), *words, *out, *fault, *code, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(9)
	}
}

func run(rule, words, out, fault string, code int, files []string) error {
	line, err := os.ReadFile(words)
	if err != nil {
		return err
	}
	word, other, _ := strings.Cut(strings.TrimSpace(string(line)), "=")
	found := artifact.New(artifact.Tool{Name: "words", Version: "1"}, "")
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		add(found, rule, name, content, word, other)
	}
	found.Normalize()

	switch fault {
	case "exit":
		return fmt.Errorf("out of luck")
	case "kill":
		return syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "foreign":
		found.Snapshots = append(found.Snapshots, fixedits.SnapshotOf("elsewhere/other.txt", nil))
	case "write":
		if err := os.WriteFile(files[0], []byte("written"), 0o666); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := artifact.Encode(&text, found); err != nil {
		return err
	}
	if fault == "malformed" {
		text.Truncate(text.Len() / 2)
	}
	if out == "" {
		_, err = os.Stdout.Write(text.Bytes())
	} else {
		fmt.Println("words: done")
		err = os.WriteFile(out, text.Bytes(), 0o666)
	}
	if err == nil && len(found.Fixes) > 0 {
		os.Exit(code)
	}
	return err
}

// add adds a finding and a fix for each occurrence of word.
func add(found *artifact.Artifact, rule, name string, content []byte, word, other string) {
	at := 0
	for {
		i := bytes.Index(content[at:], []byte(word))
		if i < 0 {
			break
		}
		at += i
		fix := fixedits.Fix{
			Rule: rule, Phase: fixedits.PhaseStyle, Title: "Write " + other,
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: name, Start: at, End: at + len(word), New: []byte(other)}},
		}
		fix.ID = fmt.Sprintf("fix %d of %s", at, name)
		found.Fixes = append(found.Fixes, fix)
		found.Diagnostics = append(found.Diagnostics, fixedits.Diagnostic{
			ID: fmt.Sprintf("%d of %s", at, name), Rule: rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning,
			Message: fmt.Sprintf("%s is not the word for it", word), Path: name, Start: at, End: at + len(word),
			Line: 1 + bytes.Count(content[:at], []byte("\n")), Column: at - bytes.LastIndexByte(content[:at], '\n'),
			Fixes: []string{fix.ID},
		})
		at += len(word)
	}
	// A file without a finding may lack its snapshot.
	if at > 0 {
		found.Snapshots = append(found.Snapshots, fixedits.SnapshotOf(name, content))
	}
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

type writer = io.Writer

// writeFile writes the output of write to the file name, completely or not at
// all. - is stdout, and an empty name writes nothing.
func (e *environment) writeFile(name string, write func(writer) error) error {
	switch name {
	case "":
		return nil
	case "-":
		return write(e.standardOutput())
	}
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return e.writeText(name, content.Bytes())
}

// writeText is writeFile for a given content.
func (e *environment) writeText(name string, content []byte) error {
	switch name {
	case "":
		return nil
	case "-":
		_, err := e.standardOutput().Write(content)
		return err
	}
	if err := os.WriteFile(e.Absolute(name), content, 0o666); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// standardOutput returns the destination of an output named -.
func (e *environment) standardOutput() writer {
	if e.data != nil {
		return e.data
	}
	return e.Stdout
}

func artifactTo(a *artifact.Artifact) func(writer) error {
	return func(w writer) error { return artifact.Encode(w, a) }
}

// Command notices writes the license texts of the components of the programs of
// a release, autofix and its companions: of every Go module that contributes a
// package on a platform of a release, of files of others that are embedded, and
// of Go itself. They must be distributed with the programs.
//
//	go run ./tools/release/notices           writes tools/release/THIRD_PARTY_NOTICES
//	go run ./tools/release/notices -check    fails if that file is not current
//
// It runs in the top folder of the repository, and downloads missing Go modules.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
)

// Paths, relative to the top folder.
const (
	noticesFile   = "tools/release/THIRD_PARTY_NOTICES"
	platformsFile = "toolchain/platforms.bzl"
	programs      = "./cmd/..."
)

func main() {
	check := flag.Bool("check", false, "write nothing, and fail where the file is not current")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	platforms, err := readPlatforms(platformsFile)
	if err != nil {
		return err
	}
	parts, err := listParts(platforms)
	if err != nil {
		return err
	}
	text, err := notices(parts)
	if err != nil {
		return err
	}
	if !check {
		return os.WriteFile(noticesFile, text, 0o666)
	}
	current, err := os.ReadFile(noticesFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if !bytes.Equal(current, text) {
		return fmt.Errorf("%s: not current: the modules of the programs, or their licenses, have changed", noticesFile)
	}
	return nil
}

// Command notices writes the license texts of what the autofix program is made
// of: of every Go module that one of its packages is from, on one of the
// platforms of a release, and of Go itself. Whoever gives the program away must
// give them along.
//
//	go run ./release/notices           writes release/THIRD_PARTY_NOTICES
//	go run ./release/notices -check    fails where that file is not current
//
// It runs in the top folder of the repository, and needs the Go modules, which
// it downloads where they are not there.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
)

// Where the files are, from the top folder.
const (
	noticesFile   = "release/THIRD_PARTY_NOTICES"
	platformsFile = "toolchain/platforms.bzl"
	program       = "./cmd/autofix"
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
		return fmt.Errorf("%s: not current: the program is made of other modules, or their licenses have changed", noticesFile)
	}
	return nil
}

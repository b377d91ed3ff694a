// Command gofix compares `go fix ./...`, run twice, with autofix over the same
// suggestions, until nothing is pending. For each module it prints the packages
// that build before and not afterward, the share of the suggested fixes that are
// no longer suggested, and the rounds that autofix needs.
//
// Its argument is a file of modules, each with its version, in a line. They and
// their dependencies have been fetched by `go mod download`: it fetches nothing.
// A module is copied, twice, to a folder that is removed.
//
//	go run ./tools/bench/gofix modules.txt
//
// A package is built with its tests, without linking them. Autofix verifies its
// fixes in the same way, by `go list -export -test ./...`. Suggestions for files
// that autofix leaves alone by default, such as generated ones, do not count.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gofix: ")
	autofix := flag.String("autofix", "autofix", "the program")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name one file of modules, each as PATH@VERSION in a line")
	}
	dir, err := os.MkdirTemp("", "bench-gofix-")
	if err == nil {
		err = run(flag.Arg(0), *autofix, dir)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

func run(list, autofix, dir string) error {
	modules, err := readList(list)
	if err != nil {
		return err
	}
	var rows []row
	for _, module := range modules {
		r, err := compare(module, autofix, filepath.Join(dir, "work"))
		if left, ok := errors.AsType[*leftOut](err); ok {
			log.Printf("%s: left out: %v", module, left)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", module, err)
		}
		log.Printf("%s: %s", module, r.brief())
		rows = append(rows, *r)
	}
	fmt.Print(table(rows))
	return nil
}

// readList returns the lines of a file, without empty ones and comments.
func readList(name string) ([]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var lines []string
	for scan := bufio.NewScanner(file); scan.Scan(); {
		if line := strings.TrimSpace(scan.Text()); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: no modules", name)
	}
	return lines, nil
}

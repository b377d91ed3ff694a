// Command rule_docs writes a page for each namespace of built-in rules, and an
// index of the rules, with the texts of `autofix explain`.
//
//	go run ./tools/rule_docs           writes docs/rules
//	go run ./tools/rule_docs -check    fails if that folder is outdated
//
// It runs in the top folder of the repository, or by `bazel run
// //tools/rule_docs`.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
)

// folder is the folder of the pages, relative to the top folder.
const folder = "docs/rules"

func main() {
	check := flag.Bool("check", false, "write nothing, and fail where a page is not current")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Getenv("BUILD_WORKSPACE_DIRECTORY"), *check); err != nil {
		fmt.Fprintln(os.Stderr, "rule_docs:", err)
		os.Exit(1)
	}
}

// run writes the pages below the top folder, or only compares them. If top is
// empty, it is the working folder.
func run(top string, check bool) error {
	dir := filepath.Join(top, folder)
	known, _ := builtin.Registry("")
	pages, err := render(known.Rules())
	if err != nil {
		return err
	}
	if check {
		return current(dir, pages)
	}
	return write(dir, pages)
}

// Command words counts the phrases in Go comments that Go's own library hardly
// uses, and fails if a folder has too many. They are the marks of text that was
// translated: "those of", "what a", "is no".
//
// Go's library has 4 such lines in 1,000 lines of comments. The limit is 5.
// With -all, it also lists string literals that begin with "it", which should
// be reasons without a subject.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// limit is the number of lines with a phrase in 1,000 lines of comments.
const limit = 5

func main() {
	all := flag.Bool("all", false, "list the lines of all folders, not only of those with too many")
	flag.Parse()
	if err := run(*all); err != nil {
		fmt.Fprintf(os.Stderr, "words: %v\n", err)
		os.Exit(1)
	}
}

func run(all bool) error {
	out, err := exec.Command("git", "ls-files", "-z", "--", "*.go", ":!:**/testdata/**", ":!:*_test.go",
		":!:internal/third_party/**").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	folders := make(map[string]*count)
	for _, file := range strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }) {
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		folder := folderOf(file)
		if folders[folder] == nil {
			folders[folder] = &count{}
		}
		folders[folder].read(file, src)
	}
	over := 0
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		c := folders[folder]
		if c.over() {
			over++
		}
		if c.over() || all {
			fmt.Printf("%s: %d of %d lines of comments, %d messages\n", folder, len(c.lines), c.comments, len(c.messages))
			for _, place := range slices.Concat(c.lines, c.messages) {
				fmt.Printf("  %s\n", place)
			}
		}
	}
	if over > 0 {
		return fmt.Errorf("%d folders have more than %d such lines in 1,000: write them as Go's library would", over, limit)
	}
	return nil
}

// folderOf returns the folder that a file counts for: the one at the top, or
// the one below internal or tools.
func folderOf(file string) string {
	parts := strings.Split(file, "/")
	if n := len(parts) - 1; n > 1 && (parts[0] == "internal" || parts[0] == "tools") {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

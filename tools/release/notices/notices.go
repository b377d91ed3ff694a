package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// licenseName matches the files that a license requires to be kept: the license
// and notices.
var licenseName = regexp.MustCompile(`^(LICEN[CS]E|License|COPYING|NOTICE)(\.[A-Za-z]+)?$`)

// notices returns the license texts of the parts, in their order. Parts with
// the same text share it.
func notices(parts []part) ([]byte, error) {
	var texts []string
	owners := map[string][]string{} // by text
	for _, p := range parts {
		entries, err := os.ReadDir(p.dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		found := false
		for _, entry := range entries {
			if entry.IsDir() || !licenseName.MatchString(entry.Name()) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(p.dir, entry.Name()))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			found = true
			text := strings.TrimRight(string(data), "\r\n") + "\n"
			if owners[text] == nil {
				texts = append(texts, text)
			}
			owners[text] = append(owners[text], p.name+": "+entry.Name())
		}
		if !found {
			return nil, fmt.Errorf("%s: no license in %s: a program with it cannot be distributed", p.name, p.dir)
		}
	}
	var out bytes.Buffer
	out.WriteString("autofix is made of what is named below, too, under these licenses.\n")
	for _, text := range texts {
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s", strings.Repeat("=", 80), strings.Join(owners[text], "\n"), text)
	}
	return out.Bytes(), nil
}

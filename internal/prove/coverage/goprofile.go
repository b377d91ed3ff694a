package coverage

import (
	"io"
	"path"
	"strings"

	"golang.org/x/tools/cover"
)

// ReadGo reads a profile of go for some lines. A profile of nothing is written by
// go where no test ended as tests do, so it says that none of them is reached.
func ReadGo(in io.Reader, lines Lines) (Reached, error) {
	all, err := cover.ParseProfilesFromReader(io.LimitReader(in, maxReport))
	if err != nil {
		return nil, err
	}
	blocks := map[string][]cover.ProfileBlock{}
	for _, p := range all {
		blocks[p.FileName] = append(blocks[p.FileName], p.Blocks...)
	}
	reached := Reached{}
	for name, numbers := range lines {
		for _, line := range numbers {
			if len(all) == 0 && path.Ext(name) == ".go" {
				reached.set(name, line, false)
			}
		}
		for _, b := range blocks[profileOf(name, blocks)] {
			for _, line := range numbers {
				if b.StartLine <= line && line <= b.EndLine {
					reached.set(name, line, b.Count > 0)
				}
			}
		}
	}
	return reached, nil
}

// profileOf returns the name of the profile of a file, or "". Profiles have
// import paths: the one that shares the most folders with the path is meant, if
// no other shares as many.
func profileOf(file string, profiles map[string][]cover.ProfileBlock) string {
	best, most, alone := "", 0, true
	for name := range profiles {
		switch n := sharedEnd(name, file); {
		case n > most:
			best, most, alone = name, n, true
		case n == most:
			alone = false
		}
	}
	if !alone {
		return ""
	}
	return best
}

// sharedEnd returns how many last parts two paths share.
func sharedEnd(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}

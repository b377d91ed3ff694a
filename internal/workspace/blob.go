package workspace

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
)

// A blob is the text of a file that git has as an object.
type blob struct {
	name   string // of the file, below the folder of the checkout
	object string
	text   []byte // as a checkout would write it
	plain  bool   // text is the object
}

// names returns the names of files, each with a NUL byte.
func names(files []*blob) []byte {
	var all []byte
	for _, file := range files {
		all = append(append(all, file.name...), 0)
	}
	return all
}

// readTexts reads the texts of objects.
func (c *checkout) readTexts(ctx context.Context, files []*blob) error {
	if len(files) == 0 {
		return nil
	}
	converts, err := c.converts(files)
	if err != nil {
		return err
	}
	var request []byte
	var converted []*blob
	for _, file := range files {
		if file.plain = !converts(file.name); file.plain {
			request = append(append(request, file.object...), '\n')
		} else {
			converted = append(converted, file)
		}
	}
	out, err := c.run(request, "cat-file", "--batch")
	if err != nil {
		return fmt.Errorf("%s: cannot read objects of git: %w", c.top, err)
	}
	texts := map[string][]byte{}
	for len(out) > 0 {
		header, rest, _ := bytes.Cut(out, []byte{'\n'})
		about := strings.Fields(string(header))
		size := -1
		if len(about) == 3 {
			size, _ = strconv.Atoi(about[2])
		}
		if size < 0 || size >= len(rest) {
			return fmt.Errorf("%s: cannot read objects of git: git cat-file printed %q", c.top, header)
		}
		texts[about[0]], out = rest[:size:size], rest[size+1:]
	}
	for _, file := range files {
		file.text = texts[file.object]
	}
	return parallel(ctx, len(converted), func(i int) (err error) {
		file := converted[i]
		if file.text, err = c.run(nil, "cat-file", "--filters", "--path="+file.name, file.object); err != nil {
			return fmt.Errorf("%s: cannot read its text from git: %w", file.name, err)
		}
		file.plain = isBlob(file.object, file.text)
		return nil
	})
}

// isBlob reports whether a text has the name of an object.
func isBlob(name string, text []byte) bool {
	object := append(fmt.Appendf(nil, "blob %d\x00", len(text)), text...)
	if len(name) == 2*sha1.Size {
		return fmt.Sprintf("%x", sha1.Sum(object)) == name
	}
	return fmt.Sprintf("%x", sha256.Sum256(object)) == name
}

// converts returns a function that reports whether a checkout may write a file
// with other bytes than its object has, such as other line ends. It does not
// know filters.
func (c *checkout) converts(files []*blob) (func(name string) bool, error) {
	config, err := c.run(nil, "config", "-z", "--get-regexp", `^core\.(autocrlf|eol)$`)
	if len(config) > 0 || runtime.GOOS == "windows" {
		return func(string) bool { return true }, nil
	}
	if failed, ok := errors.AsType[*gitError](err); ok && failed.stderr != "" { // not just that there is no such key
		return nil, fmt.Errorf("%s: cannot read the configuration of git: %w", c.top, err)
	}
	converted := map[string]bool{}
	err = c.attributes(files, func(name, _, value string) {
		if value != "unspecified" && value != "unset" && value != "lf" {
			converted[name] = true
		}
	}, "eol", "ident", "working-tree-encoding")
	return func(name string) bool { return converted[name] }, err
}

// attributes calls take with each of some attributes of each file.
func (c *checkout) attributes(files []*blob, take func(name, attribute, value string), attributes ...string) error {
	out, err := c.run(names(files), append([]string{"check-attr", "-z", "--stdin"}, attributes...)...)
	if err != nil {
		return fmt.Errorf("%s: cannot read the attributes of files: %w", c.top, err)
	}
	for fields := strings.Split(string(out), "\x00"); len(fields) > 3; fields = fields[3:] {
		take(fields[0], fields[1], fields[2])
	}
	return nil
}

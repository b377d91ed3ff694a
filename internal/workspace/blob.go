package workspace

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A blob is the text of a file that git has as an object.
type blob struct {
	name   string // of the file, below the folder of the checkout
	object string
	text   []byte // as a checkout would write it, without a filter
	plain  bool   // text is the object
	filter string // the filter that git stores the file through, or ""
}

// names returns the names of files, each with a NUL byte.
func names(files []*blob) []byte {
	var all []byte
	for _, file := range files {
		all = append(append(all, file.name...), 0)
	}
	return all
}

// readTexts reads the texts and the filters of objects.
func (c *checkout) readTexts(ctx context.Context, files []*blob) error {
	if len(files) == 0 {
		return nil
	}
	err := atOnce(ctx,
		func() error { return c.readObjects(files) }, // takes longer
		func() error { return c.readConversions(files) },
	)
	if err != nil {
		return err
	}
	converted := slices.DeleteFunc(slices.Clone(files), func(file *blob) bool { return file.plain || file.filter != "" })
	return parallel(ctx, len(converted), func(i int) (err error) {
		file := converted[i]
		if file.text, err = c.run(nil, "cat-file", "--filters", "--path="+file.name, file.object); err != nil {
			return fmt.Errorf("%s: cannot read its text from git: %w", file.name, err)
		}
		file.plain = blobName(len(file.object), file.text) == file.object
		return nil
	})
}

// readConversions finds out what git does with the texts of files.
func (c *checkout) readConversions(files []*blob) error {
	attributes, err := c.attributes(files)
	for _, file := range files {
		file.converts(attributes[file.name], c.converts)
	}
	return err
}

// converts sets the filter of a file, and whether git stores its text as it
// stands, by the attributes of the file and whether git converts all files.
func (b *blob) converts(attributes map[string]string, all bool) {
	if filter := attributes["filter"]; filter != "" && filter != "unspecified" && filter != "unset" {
		b.filter = filter // a program of the checkout, which is not run
	}
	b.plain = !all && b.filter == ""
	for _, name := range conversions {
		value := attributes[name]
		b.plain = b.plain && (value == "unspecified" || value == "unset" || value == "lf")
	}
}

// readObjects reads objects as the texts of files.
func (c *checkout) readObjects(files []*blob) error {
	var request []byte
	for _, file := range files {
		request = append(append(request, file.object...), '\n')
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
		if len(about) == 2 && about[1] == "missing" {
			return &missingError{about[0]}
		}
		if size < 0 || size >= len(rest) {
			return fmt.Errorf("%s: cannot read objects of git: git cat-file printed %q", c.top, header)
		}
		texts[about[0]], out = rest[:size:size], rest[size+1:]
	}
	for _, file := range files {
		file.text = texts[file.object]
	}
	return nil
}

// blobName returns the name of a text as an object, of as many hex digits as
// the checkout has.
func blobName(digits int, text []byte) string {
	object := append(fmt.Appendf(nil, "blob %d\x00", len(text)), text...)
	if digits == 2*sha1.Size {
		return fmt.Sprintf("%x", sha1.Sum(object))
	}
	return fmt.Sprintf("%x", sha256.Sum256(object))
}

// conversions are the attributes of files that a checkout may write with other
// bytes than their objects have. It does that itself, unlike a filter.
var conversions = []string{"eol", "ident", "working-tree-encoding"}

// attributes returns the conversions and the filters of files, by the names of
// the file and of the attribute.
func (c *checkout) attributes(files []*blob) (map[string]map[string]string, error) {
	out, err := c.run(names(files), append([]string{"check-attr", "-z", "--stdin", "filter"}, conversions...)...)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the attributes of files: %w", c.top, err)
	}
	all := make(map[string]map[string]string, len(files))
	for fields := strings.Split(string(out), "\x00"); len(fields) > 3; fields = fields[3:] {
		if all[fields[0]] == nil {
			all[fields[0]] = map[string]string{}
		}
		all[fields[0]][fields[1]] = fields[2]
	}
	return all, nil
}

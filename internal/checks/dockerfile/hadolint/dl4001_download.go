package hadolint

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A download is the effect of a wget or curl command. Words are as written in
// the script, with their quotes.
type download struct {
	url      string
	file     string // output file; empty: the name in the URL, or standard output
	stdout   bool
	quiet    bool
	insecure bool
	headers  []string
}

func (d download) curl() string {
	words := []string{"curl", "-fL"}
	if d.quiet {
		words[1] = "-fsSL"
	}
	if d.insecure {
		words = append(words, "-k")
	}
	for _, h := range d.headers {
		words = append(words, "-H", h)
	}
	switch {
	case d.file != "":
		words = append(words, "-o", d.file)
	case !d.stdout:
		words[1] += "O"
	}
	return strings.Join(append(words, d.url), " ")
}

func (d download) wget() string {
	words := []string{"wget", "--progress=dot:giga"}
	if d.quiet {
		words[1] = "-q"
	}
	if d.insecure {
		words = append(words, "--no-check-certificate")
	}
	for _, h := range d.headers {
		words = append(words, "--header="+h)
	}
	switch {
	case d.file != "":
		words = append(words, "-O", d.file)
	case d.stdout:
		words = append(words, "-O", "-")
	}
	return strings.Join(append(words, d.url), " ")
}

// arguments iterates over the words of a command.
type arguments struct {
	c    *lint.Command
	next int
}

// take returns the next word as written in the script, or "" at the end.
func (a *arguments) take() string {
	if a.next == len(a.c.Args) {
		return ""
	}
	arg := a.c.Args[a.next]
	a.next++
	return a.c.Script.Source[arg.Start:arg.End]
}

// readWget parses a wget command, and reports whether it only downloads one
// URL.
func readWget(c *lint.Command) (d download, ok bool) {
	args := &arguments{c: c}
	for args.next < len(c.Args) {
		word := args.take()
		name, value, joined := strings.Cut(word, "=")
		letters, dash := strings.CutPrefix(word, "-")
		switch {
		case name == "--quiet", name == "--no-verbose", word == "-nv":
			d.quiet = true
		case name == "--progress", name == "--show-progress":
		case name == "--no-check-certificate":
			d.insecure = true
		case name == "--output-document" && joined:
			d.file = value
		case name == "--output-document":
			d.file = args.take()
		case name == "--header" && joined:
			d.headers = append(d.headers, value)
		case name == "--header":
			d.headers = append(d.headers, args.take())
		case strings.HasPrefix(letters, "-"):
			return d, false
		case dash:
			before, file, out := strings.Cut(letters, "O")
			if strings.Trim(before, "q") != "" {
				return d, false
			}
			d.quiet = d.quiet || before != ""
			if out && file == "" {
				file = args.take()
			}
			if out {
				d.file = file
			}
		case d.url != "":
			return d, false
		default:
			d.url = word
		}
	}
	if d.file == "-" {
		d.file, d.stdout = "", true
	}
	return d, d.url != ""
}

// readCurl parses a curl command, and reports whether it only downloads one
// URL.
func readCurl(c *lint.Command) (d download, ok bool) {
	d.stdout = true
	args := &arguments{c: c}
	for args.next < len(c.Args) {
		word := args.take()
		letters, dash := strings.CutPrefix(word, "-")
		switch {
		case word == "--fail", word == "--location", word == "--show-error", word == "--progress-bar":
		case word == "--silent":
			d.quiet = true
		case word == "--insecure":
			d.insecure = true
		case word == "--remote-name":
			d.stdout = false
		case word == "--output":
			d.file = args.take()
		case word == "--header":
			d.headers = append(d.headers, args.take())
		case strings.HasPrefix(letters, "-"):
			return d, false
		case dash:
			if !d.letters(letters, args) {
				return d, false
			}
		case d.url != "":
			return d, false
		default:
			d.url = word
		}
	}
	if d.file == "-" {
		d.file = ""
	}
	return d, d.url != ""
}

// letters parses one-letter options of curl, and reports whether all are known.
func (d *download) letters(letters string, args *arguments) bool {
	for i, letter := range letters {
		switch letter {
		case 'f', 'S', 'L', '#':
		case 's':
			d.quiet = true
		case 'k':
			d.insecure = true
		case 'O':
			d.stdout = false
		case 'o', 'H':
			value := letters[i+1:]
			if value == "" {
				value = args.take()
			}
			if letter == 'o' {
				d.file = value
			} else {
				d.headers = append(d.headers, value)
			}
			return true
		default:
			return false
		}
	}
	return len(letters) > 0
}

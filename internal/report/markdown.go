package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

const (
	// mostMarkdown bounds a job summary, in bytes. GitHub refuses one of more
	// than 1 MiB, to which other programs of the step may contribute.
	mostMarkdown = 1<<20 - 1<<16
	// markdownMessage bounds a message, in bytes.
	markdownMessage = 400
	// markdownRows bounds the findings of one file.
	markdownRows = 50
)

// Markdown writes a summary for people in GitHub's Markdown, such as for
// $GITHUB_STEP_SUMMARY: how many findings there are, and a table for each file,
// worst first. It is less than 1 MiB, and counts the omitted rows.
func Markdown(out io.Writer, f *Findings, opts TextOptions) error {
	var b strings.Builder
	f.markdownHead(&b, opts)
	var files []*markdownFile
	byPath := map[string]*markdownFile{}
	var shown alikes
	sorted := f.byPlace()
	for i := range sorted {
		shown.add(&sorted[i], f.offers(&sorted[i]))
	}
	for _, d := range shown.all {
		file := byPath[d.Path]
		if file == nil {
			file = &markdownFile{path: d.Path, worst: d.Severity.Rank()}
			byPath[d.Path] = file
			files = append(files, file)
		}
		file.worst = min(file.worst, d.Severity.Rank())
		file.all = append(file.all, d)
	}
	slices.SortStableFunc(files, func(a, b *markdownFile) int { return cmp.Compare(a.worst, b.worst) })
	for i, file := range files {
		text := file.text()
		if b.Len()+len(text) > mostMarkdown {
			fmt.Fprintf(&b, "\nThe findings of %s more are left out, because a job summary has a limit of 1 MiB.\n", NumberOf(len(files)-i, "file"))
			break
		}
		b.WriteString(text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// markdownHead writes what comes before the tables of files.
func (f *Findings) markdownHead(b *strings.Builder, opts TextOptions) {
	all := f.artifact.Diagnostics
	files := map[string]bool{}
	fixable := map[fixedits.Severity]int{}
	total := 0
	for i := range all {
		files[all[i].Path] = true
		if f.fixable(&all[i]) {
			n := placesOf(&all[i])
			fixable[all[i].Severity] += n
			total += n
		}
	}
	if len(all) == 0 {
		b.WriteString("## autofix: nothing found\n")
	} else {
		counts := count(all)
		fmt.Fprintf(b, "## autofix: %s in %s\n\n| Severity | Findings | Fixable |\n|---|---:|---:|\n", NumberOf(counts.all(), "finding"), NumberOf(len(files), "file"))
		for _, row := range []struct {
			severity fixedits.Severity
			n        int
		}{{fixedits.SeverityError, counts.Error}, {fixedits.SeverityWarning, counts.Warning}, {fixedits.SeverityInfo, counts.Info}} {
			if row.n > 0 {
				fmt.Fprintf(b, "| %s | %d | %d |\n", row.severity, row.n, fixable[row.severity])
			}
		}
	}
	if f.run != nil && f.run.fixed > 0 {
		fmt.Fprintf(b, "\nFixed: %s.\n", NumberOf(f.run.fixed, "finding"))
	}
	if total > 0 && opts.Fix != "" {
		fmt.Fprintf(b, "\n%s fixable, apply with: %s\n", isAre(total), inert.Code(opts.Fix))
	}
	f.markdownUnchecked(b)
}

// markdownUnchecked lists the files on which checkers failed, and files that
// were left alone.
func (f *Findings) markdownUnchecked(b *strings.Builder) {
	list := func(n int, title string, item func(i int) string) {
		if n == 0 {
			return
		}
		fmt.Fprintf(b, "\n%s:\n\n", title)
		for i := range n {
			if i == leftShown {
				fmt.Fprintf(b, "- and %d more\n", n-i)
				return
			}
			fmt.Fprintf(b, "- %s\n", item(i))
		}
	}
	list(len(f.crashes), "Could not be checked", func(i int) string {
		c := &f.crashes[i]
		return fmt.Sprintf("%s: checker %s failed: %s", inert.Code(c.Path), inert.Text(c.Checker), inert.Text(clip.Within(c.Message, markdownMessage)))
	})
	left := listedOf(f.left)
	list(len(left), "Left alone", func(i int) string {
		return inert.Code(shortened(left[i].Path)) + ": " + inert.Text(clip.Within(left[i].Reason, markdownMessage))
	})
}

// A markdownFile has the findings of a file.
type markdownFile struct {
	path  string
	worst int // severity
	all   []*alike
}

// text returns the table of a file.
func (m *markdownFile) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n| Line | Severity | Finding | Rule | Fix |\n|---:|---|---|---|---|\n", inert.Code(clip.Within(m.path, markdownMessage)))
	for i, d := range m.all {
		if i == markdownRows {
			break
		}
		note := d.note
		if d.places > 1 {
			note = strings.TrimSuffix(d.times()+", "+note, ", ")
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s |\n",
			d.Line, d.Severity, inert.Text(clip.Within(d.words(nil), markdownMessage)), inert.Code(d.Rule), inert.Text(note))
	}
	if rest := len(m.all) - markdownRows; rest > 0 {
		fmt.Fprintf(&b, "\nand %d more\n", rest)
	}
	return b.String()
}

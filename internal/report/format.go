package report

import (
	"io"
	"slices"
)

// A Format is a format of findings.
type Format struct {
	Name  string
	Write func(out io.Writer, f *Findings, opts TextOptions) error

	// Silent says that the format cannot contain the files that were left
	// alone, or on which a checker failed.
	Silent bool

	Artifact bool // it has what an artifact has
}

// FullFormat is the format of Full, which is the default on a terminal.
const FullFormat = "full"

// ArtifactsFormat is the format of Artifacts.
const ArtifactsFormat = "artifacts"

// formats are all formats of findings. The first one is the default.
var formats = []Format{
	{Name: "text", Write: Text},
	{Name: "agent", Write: Agent},
	{Name: ArtifactsFormat, Write: plain(Artifacts), Silent: true, Artifact: true},
	{Name: "checkstyle", Write: plain(Checkstyle), Silent: true},
	{Name: "files", Write: Files, Silent: true},
	{Name: FullFormat, Write: Full},
	{Name: "github", Write: plain(GitHub)},
	{Name: "gitlab", Write: plain(GitLab), Silent: true},
	{Name: "json", Write: plain(JSON), Silent: true, Artifact: true},
	{Name: "junit", Write: plain(JUnit), Silent: true},
	{Name: "markdown", Write: Markdown},
	{Name: "rdjson", Write: plain(RDJSON), Silent: true},
	{Name: "rdjsonl", Write: plain(RDJSONLines), Silent: true},
	{Name: "sarif", Write: plain(SARIF)},
}

// plain adapts a format that is the same on and off a terminal.
func plain(write func(io.Writer, *Findings) error) func(io.Writer, *Findings, TextOptions) error {
	return func(out io.Writer, f *Findings, _ TextOptions) error { return write(out, f) }
}

// Formats returns the names of all formats of findings, the default first.
func Formats() []string {
	names := make([]string, len(formats))
	for i, format := range formats {
		names[i] = format.Name
	}
	return names
}

// FormatNamed returns the format with a name, and whether there is one.
func FormatNamed(name string) (Format, bool) {
	i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return formats[i], true
}

package terminal

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var steps = []Step{
	{"echo '<a> & b'", []Line{{{"<a> & ", Style{}}, {"b", Style{31, true}}}, nil}},
	{"true", nil},
}

func TestSVG(t *testing.T) {
	got := string(SVG(steps))
	_, body, _ := strings.Cut(got, "</style>\n")
	want := `<rect class="window" width="174" height="136" rx="8"/>
<circle cx="20" cy="18" r="6" fill="#ff5f57"/>
<circle cx="40" cy="18" r="6" fill="#febc2e"/>
<circle cx="60" cy="18" r="6" fill="#28c840"/>
<text y="50" style="animation-delay:0.00s" xml:space="preserve"><tspan x="20.0" textLength="16.8" fill="#7ee787">$ </tspan><tspan x="36.8" textLength="117.6" class="b">echo &#39;&lt;a&gt; &amp; b&#39;</tspan></text>
<text y="70" style="animation-delay:0.60s" xml:space="preserve"><tspan x="20.0" textLength="50.4">&lt;a&gt; &amp; </tspan><tspan x="70.4" textLength="8.4" class="b" fill="#ff7b72">b</tspan></text>
<text y="110" style="animation-delay:1.88s" xml:space="preserve"><tspan x="20.0" textLength="16.8" fill="#7ee787">$ </tspan><tspan x="36.8" textLength="33.6" class="b">true</tspan></text>
</svg>
`
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	decoder := xml.NewDecoder(bytes.NewReader([]byte(got)))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("it is no XML: %v\n%s", err, got)
		}
	}
	if title := "<title>A terminal session: echo &#39;&lt;a&gt; &amp; b&#39;; true</title>"; !strings.Contains(got, title) {
		t.Errorf("no %s in:\n%s", title, got)
	}
}

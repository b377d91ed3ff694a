package reports

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// MaxPage is how large a page is at most, in bytes.
const MaxPage = 4 << 20

var (
	//go:embed page.html.tmpl
	layout string

	pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(layout)) })
)

// HTML returns index.html: a page without scripts that needs no other file.
// diff is patch.diff, or empty. A page that would be larger than MaxPage has
// shorter lists and texts, and notes it.
func HTML(e *evidence.Evidence, diff string) ([]byte, error) {
	for shrink := 0; ; shrink++ {
		l := limitsOf(shrink)
		out := bounded{most: MaxPage}
		err := pageTemplate().Execute(&out, newPage(e, diff, &l))
		switch {
		case err == nil:
			return out.Bytes(), nil
		case !errors.Is(err, errLarge) || l.least():
			return nil, fmt.Errorf("index.html: %w", err)
		}
	}
}

var errLarge = fmt.Errorf("the page is larger than %d MiB", MaxPage>>20)

// bounded is a buffer that fails where it would hold more than most bytes.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(text []byte) (int, error) {
	if b.Len()+len(text) > b.most {
		return 0, errLarge
	}
	return b.Buffer.Write(text)
}

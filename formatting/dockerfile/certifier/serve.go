package certifier

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// Serve answers questions with the digests that a function computes, until the
// input ends. The errors of the function are the reasons of answers.
func Serve(ctx context.Context, input io.Reader, output io.Writer, digest func(ctx context.Context, path string, dockerfile []byte) (string, error)) error {
	reader := bufio.NewReader(input)
	answers := json.NewEncoder(output)
	for number := 1; ; number++ {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("questions: %w", err)
		}
		var q question
		if err := strictjson.Decode(line, &q); err != nil {
			return fmt.Errorf("question %d: %w", number, err)
		}
		a := answer{Text: fixedits.Digest(q.Text)}
		if a.Digest, err = digest(ctx, q.Path, q.Text); err != nil {
			a.Digest, a.Reason = "", reason(err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := answers.Encode(a); err != nil {
			return fmt.Errorf("answer %d: %w", number, err)
		}
	}
}

// reason returns the text of an error as an answer may have it.
func reason(err error) string {
	text := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "")
	}
	if text == "" {
		return "unknown"
	}
	return text
}

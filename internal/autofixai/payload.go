package autofixai

import (
	"bytes"
	"encoding/json"
	"strings"
)

// payload returns the texts of a question other than the words of every prompt,
// without the escapes of JSON: escapes hide secrets, and make other text look
// like one.
func (q *question) payload() string {
	texts := []string{q.Text, q.Context, q.Name, q.Task.Goal, q.Task.Decline, q.Malformed}
	texts = append(texts, q.Task.Constraints...)
	_, _ = eachString(q.Task.Evidence, func(text string) (string, error) {
		texts = append(texts, text)
		return text, nil
	})
	for _, issue := range append(q.Issues[:len(q.Issues):len(q.Issues)], q.Refused...) {
		texts = append(texts, issue.Message, issue.Snippet)
	}
	return strings.Join(texts, "\n")
}

// eachString returns valid JSON with other strings. Everything between them
// stays.
func eachString(data []byte, change func(text string) (string, error)) ([]byte, error) {
	var out bytes.Buffer
	for len(data) > 0 {
		start := bytes.IndexByte(data, '"')
		if start < 0 {
			break
		}
		end := start + 1
		for end < len(data) && data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(data))
		var text string
		if err := json.Unmarshal(data[start:end], &text); err != nil {
			return nil, err
		}
		text, err := change(text)
		if err != nil {
			return nil, err
		}
		out.Write(data[:start])
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(text); err != nil {
			return nil, err
		}
		out.Truncate(out.Len() - 1) // the line end of Encode
		data = data[end:]
	}
	out.Write(data)
	return out.Bytes(), nil
}

package patch

import "strings"

// thoughts has the tags around the thoughts of models.
var thoughts = []string{"think", "thinking", "thought", "reasoning"}

// withoutThoughts returns the lines of an answer, with blank ones in place of the
// thoughts at its start, which may have blocks that the model gave up. Some
// servers drop the opening tag.
func withoutThoughts(lines []string) ([]string, error) {
	blank := func(end int, rest string) []string {
		out := make([]string, len(lines))
		copy(out[end+1:], lines[end+1:])
		out[end] = rest
		return out
	}
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if _, opens := openingFence(lines[i]); opens {
			break
		}
		for _, tag := range thoughts {
			if !strings.HasPrefix(line, "<"+tag+">") {
				continue
			}
			for end := i; end < len(lines); end++ {
				if _, rest, found := strings.Cut(lines[end], "</"+tag+">"); found {
					return blank(end, rest), nil
				}
			}
			return nil, refuse(AnswerUnclosed, i+1, "the thoughts do not end: there is no </%s>", tag)
		}
	}
	for i, line := range lines {
		for _, tag := range thoughts {
			if strings.TrimSpace(line) == "</"+tag+">" && strings.TrimSpace(strings.Join(lines[i+1:], "")) != "" {
				return blank(i, ""), nil
			}
		}
	}
	return lines, nil
}

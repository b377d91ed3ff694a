package localize

import (
	"cmp"
	"math"
	"slices"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// A suspect is a file that may have the fault.
type suspect struct {
	path    string
	scores  map[string]float64 // by reason
	signals []signal
	line    int     // the most telling one
	weight  float64 // of that line
	symbol  string
}

type signal struct {
	text  string
	score float64
}

// maxSignals bounds the signals that are reported for a file.
const maxSignals = 5

// suspects are the files that may have the fault, by path.
type suspects map[string]*suspect

// raise raises the score of a file for a reason. The best of equal reasons
// counts, and others like it add little: a loop in a stack trace proves
// nothing.
func (all suspects) raise(path, why string, score float64, text string) *suspect {
	s := all[path]
	if s == nil {
		s = &suspect{path: path, scores: map[string]float64{}}
		all[path] = s
	}
	if old := s.scores[why]; score > old {
		s.scores[why] = score + min(old, 1)/10
	} else {
		s.scores[why] = old + min(score, 1)/10
	}
	at := slices.IndexFunc(s.signals, func(have signal) bool { return have.text == text })
	switch {
	case at < 0:
		s.signals = append(s.signals, signal{text, score})
	case s.signals[at].score < score:
		s.signals[at].score = score
	}
	return s
}

// point sets the line and the symbol of a file, if nothing more telling is known.
func (s *suspect) point(line int, symbol string, weight float64) {
	if weight > s.weight && line > 0 {
		s.line, s.symbol, s.weight = line, symbol, weight
	}
}

// places returns the files, the likeliest first.
func (all suspects) places() []evidence.Place {
	out := make([]evidence.Place, 0, len(all))
	for _, s := range all {
		p := evidence.Place{Path: s.path, Line: s.line, Symbol: s.symbol}
		whys := make([]float64, 0, len(s.scores))
		for _, score := range s.scores {
			whys = append(whys, score)
		}
		slices.Sort(whys) // sums depend on the order
		for _, score := range whys {
			p.Score += score
		}
		p.Score = math.Round(p.Score*1000) / 1000
		slices.SortStableFunc(s.signals, func(a, b signal) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.text, b.text)) })
		for _, signal := range s.signals[:min(len(s.signals), maxSignals)] {
			p.Signals = append(p.Signals, signal.text)
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b evidence.Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return out[:min(len(out), MaxPlaces)]
}

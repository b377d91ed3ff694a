package textdiff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// source returns lines like those of a program, some of which repeat.
func source(random *rand.Rand, lines int) []byte {
	var out bytes.Buffer
	for i := range lines {
		switch i % 10 {
		case 0:
			out.WriteString("\n")
		case 9:
			out.WriteString("\t}\n")
		default:
			fmt.Fprintf(&out, "\tvalue%d := call(%d, %q)\n", i, random.IntN(1000), "text")
		}
	}
	return out.Bytes()
}

// scattered changes one line in every step lines.
func scattered(text []byte, step int) []byte {
	out := bytes.SplitAfter(bytes.Clone(text), []byte("\n"))
	for i := step / 2; i < len(out); i += step {
		out[i] = append([]byte("// changed "), out[i]...)
	}
	return bytes.Join(out, nil)
}

// shuffled returns the lines of text in random order.
func shuffled(random *rand.Rand, text []byte) []byte {
	out := bytes.SplitAfter(text, []byte("\n"))
	out = out[:len(out)-1]
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return bytes.Join(out, nil)
}

// coins returns n lines of the given number of distinct lines, in random order.
func coins(random *rand.Rand, n, sides int) []byte {
	var out bytes.Buffer
	for range n {
		fmt.Fprintln(&out, random.IntN(sides))
	}
	return out.Bytes()
}

func unique(prefix string, n int) []byte {
	var out bytes.Buffer
	for i := range n {
		fmt.Fprintln(&out, prefix, i)
	}
	return out.Bytes()
}

func BenchmarkCompare(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	tiny, small, large := source(random, 120), source(random, 10_000), source(random, 400_000)
	for _, bench := range []struct {
		name          string
		before, after []byte
	}{
		{"10_of_120_lines", tiny, scattered(tiny, 12)},
		{"1000_of_10000_lines", small, scattered(small, 10)},
		{"11MB_one_line", large, scattered(large, 200_000)},
		{"11MB_1000_lines", large, scattered(large, 400)},
		{"11MB_40000_lines", large, scattered(large, 10)},
		{"11MB_every_other_line", large, scattered(large, 2)},
		{"100000_lines_all_different", unique("a", 100_000), unique("b", 100_000)},
		{"100000_unique_lines_shuffled", unique("a", 100_000), shuffled(random, unique("a", 100_000))},
		{"100000_lines_of_source_shuffled", source(random, 100_000), shuffled(random, source(random, 100_000))},
		{"100000_lines_of_2_sorts", coins(random, 100_000, 2), coins(random, 100_000, 2)},
		{"100000_lines_of_100_sorts", coins(random, 100_000, 100), coins(random, 100_000, 100)},
		{"100000_lines_of_10000_sorts", coins(random, 100_000, 10_000), coins(random, 100_000, 10_000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.before) + len(bench.after)))
			b.ReportAllocs()
			var d Diff
			for b.Loop() {
				d = Compare(bench.before, bench.after)
			}
			deleted := 0
			for _, c := range d.Changes {
				deleted += lineCount(bench.before[c.Start:c.End])
			}
			b.ReportMetric(float64(deleted), "deleted")
			b.ReportMetric(float64(len(d.Changes)), "changes")
			if !d.Minimal {
				b.ReportMetric(1, "not-minimal")
			}
		})
	}
}

func BenchmarkUnified(b *testing.B) {
	before := source(rand.New(rand.NewPCG(1, 2)), 400_000)
	after := scattered(before, 400)
	b.SetBytes(int64(len(before) + len(after)))
	b.ReportAllocs()
	for b.Loop() {
		Unified("a.go", "a.go", before, after, Options{})
	}
}

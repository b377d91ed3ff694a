// Command actions measures how long lowering fix actions takes, against decoding
// the files, and prints tables of medians.
//
//	go run ./tools/bench/actions                   all languages, 5 runs each, on one processor and on two
//	go run ./tools/bench/actions -only yaml -procs 1
//
// The first table is about 10,000 actions, of one operation each, on 1,000
// files of 200 lines, in the shape of real ones. Decoding them is the work of a
// program that only needs the values, with the usual library of the language;
// opening them also finds the places of all values. The lowering opens each
// file once, and decodes each new text once to verify it.
//
// The second table is about 1,000 actions on one file of growing size: the time
// for each MB must not grow.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/heap"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest/corpus"
	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

const (
	fileCount  = 1000
	fileLines  = 200
	operations = 10 // a file
	largeCount = 1000
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	runs := flag.Int("runs", 5, "measurements of each side; the median counts")
	only := flag.String("only", "", "languages, separated by commas; none: all, and a mix of them")
	procs := flag.String("procs", "1,2", "values of GOMAXPROCS, separated by commas")
	tables := flag.String("tables", "many,large", "which tables, separated by commas")
	profile := flag.String("cpuprofile", "", "write a profile of all that is measured to a file")
	flag.Parse()
	heap.Grow() // as the command does
	if *profile != "" {
		file, err := os.Create(*profile)
		if err != nil {
			log.Fatal(err)
		}
		if err := pprof.StartCPUProfile(file); err != nil {
			log.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	if err := run(*runs, *only, *procs, *tables); err != nil {
		log.Fatal(err)
	}
}

func run(runs int, only, procs, tables string) error {
	wanted := languages
	if only != "" {
		wanted = slices.DeleteFunc(slices.Clone(languages), func(l language) bool { return !slices.Contains(strings.Split(only, ","), l.name) })
	}
	if len(wanted) == 0 {
		return fmt.Errorf("-only=%s: there are json, toml, yaml and mixed", only)
	}
	if strings.Contains(tables, "many") {
		if err := manyTable(runs, procs, wanted); err != nil {
			return err
		}
	}
	if strings.Contains(tables, "large") {
		return largeTable(runs, wanted)
	}
	return nil
}

func manyTable(runs int, procs string, wanted []language) error {
	lines := []string{"language\tGOMAXPROCS\tfiles\tdecode\topen\tlower\tlower/decode\tlower/open"}
	for _, l := range wanted {
		files, err := l.files()
		if err != nil {
			return err
		}
		actions := files.actions(operations)
		for text := range strings.SplitSeq(procs, ",") {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return fmt.Errorf("-procs=%s: %q is not a number of processors", procs, text)
			}
			line, err := many(runs, n, files, actions)
			if err != nil {
				return err
			}
			lines = append(lines, fmt.Sprintf("%s\t%d\t%s", l.name, n, line))
		}
	}
	fmt.Printf("%d actions on %d files of %d lines\n%s\n", fileCount*operations, fileCount, fileLines, measure.Table(lines))
	return nil
}

func largeTable(runs int, wanted []language) error {
	lines := []string{"language\tsize\tdecode\tlower\tlower/decode\tlower a MB"}
	for _, l := range wanted {
		if len(l.kinds) > 4 {
			continue // the mix
		}
		for _, size := range []int{625_000, 1_250_000, 2_500_000, 5_000_000} {
			line, err := one(runs, l, size)
			if err != nil {
				return err
			}
			lines = append(lines, l.name+"\t"+line)
		}
	}
	fmt.Printf("%d actions on one file, GOMAXPROCS 1\n%s", largeCount, measure.Table(lines))
	return nil
}

// many measures actions on many files.
func many(runs, procs int, files workspace, actions []fixactions.Action) (string, error) {
	runtime.GOMAXPROCS(procs)
	costs, err := measure.InTurn(runs, 0,
		measure.Side{Name: "decode", Do: timed(func() error { return files.each(procs, decode) })},
		measure.Side{Name: "open", Do: timed(func() error { return files.each(procs, open) })},
		measure.Side{Name: "lower", Do: timed(func() error { return lower(files, actions) })},
	)
	if err != nil {
		return "", err
	}
	size := 0
	for _, f := range files {
		size += len(f.text)
	}
	decode, open, lower := costs["decode"].Wall, costs["open"].Wall, costs["lower"].Wall
	return fmt.Sprintf("%.1f MB\t%s\t%s\t%s\t%.2f\t%.2f", float64(size)/1e6, milliseconds(decode), milliseconds(open), milliseconds(lower),
		lower.Seconds()/decode.Seconds(), lower.Seconds()/open.Seconds()), nil
}

// one measures actions on one file.
func one(runs int, l language, size int) (string, error) {
	runtime.GOMAXPROCS(1)
	kind := l.kinds[0]
	text := ""
	for lines := 1000; len(text) < size; lines = max(lines+lines/8, lines*size/max(len(text), 1)*9/10) {
		text = kind.Text(rand.New(rand.NewPCG(1, 1)), lines)
	}
	files := workspace{{"large-" + kind.Name, []byte(text)}}
	actions := files.actions(largeCount)
	costs, err := measure.InTurn(runs, 0,
		measure.Side{Name: "decode", Do: timed(func() error { return files.each(1, decode) })},
		measure.Side{Name: "lower", Do: timed(func() error { return lower(files, actions) })},
	)
	decode, lower := costs["decode"].Wall, costs["lower"].Wall
	megabytes := float64(len(text)) / 1e6
	return fmt.Sprintf("%.1f MB\t%s\t%s\t%.2f\t%.0f ms", megabytes, milliseconds(decode), milliseconds(lower), lower.Seconds()/decode.Seconds(),
		1000*lower.Seconds()/megabytes), err
}

func lower(files workspace, actions []fixactions.Action) error {
	for i, lowered := range fixactions.Lower(files.read, actions) {
		if lowered.Rejected != nil {
			return fmt.Errorf("action %d: %w", i, lowered.Rejected)
		}
	}
	return nil
}

// timed returns what measures a function, after a garbage collection.
func timed(do func() error) func() (measure.Cost, error) {
	return func() (measure.Cost, error) {
		runtime.GC()
		start := time.Now()
		err := do()
		return measure.Cost{Wall: time.Since(start)}, err
	}
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.0f ms", 1000*d.Seconds()) }

// A language is a set of kinds of files that are measured together.
type language struct {
	name  string
	kinds []corpus.Kind
}

var languages = []language{
	{"json", corpus.Of(".json", ".jsonc")},
	{"toml", corpus.Of(".toml")},
	{"yaml", corpus.Of(".yaml", ".yml")},
	{"mixed", corpus.Kinds},
}

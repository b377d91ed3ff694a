package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/strictjson"
	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// A Replay answers from a folder that a Recorder wrote. It is safe for
// concurrent use.
type Replay struct {
	clean     Clean
	exchanges map[string][]Exchange // by key, in sequence
	mutex     sync.Mutex
	asked     map[string]int
}

// Open reads a transcript. clean is the function that it was recorded with. It
// refuses folders with anything that is not an exchange of the version of this
// package, links included, and folders that are too large.
func Open(dir string, clean Clean) (*Replay, error) {
	if clean == nil {
		return nil, errors.New("transcript: a replay needs the function that the recording had")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	defer func() { _ = root.Close() }() // it was only read
	names, err := exchangeNames(root)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	r := &Replay{clean: clean, exchanges: make(map[string][]Exchange), asked: make(map[string]int)}
	total := 0
	for _, name := range names {
		size, err := r.load(root, name)
		if err != nil {
			return nil, fmt.Errorf("transcript: %s: %w", name, err)
		}
		if total += size; total > MaxTotal {
			return nil, fmt.Errorf("transcript: it has more than the %d bytes that are allowed", MaxTotal)
		}
	}
	return r, nil
}

var exchangeName = lazyregexp.New(`^([0-9a-f]{64})-([0-9]{4})\.json$`)

// exchangeNames returns the names of all exchanges of a folder, sorted.
func exchangeNames(root *os.Root) ([]string, error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }() // it was only read
	var names []string
	for {
		some, err := dir.Readdirnames(1000)
		for _, name := range some {
			switch {
			case strings.HasPrefix(name, wholefile.Prefix): // of a recorder that was killed
			case !exchangeName().MatchString(name):
				return nil, fmt.Errorf("%s is not an exchange: remove it, or name another folder", name)
			default:
				names = append(names, name)
			}
		}
		if len(names) > MaxExchanges {
			return nil, fmt.Errorf("too many exchanges: at most %d are allowed", MaxExchanges)
		}
		if errors.Is(err, io.EOF) {
			slices.Sort(names)
			return names, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// load reads one exchange, and returns its size. Exchanges of one request are
// loaded in sequence.
func (r *Replay) load(root *os.Root, name string) (size int, err error) {
	text, err := readFile(root, name)
	if err != nil {
		return 0, err
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return 0, fmt.Errorf("not an exchange: %w", err)
	}
	if head.Version != Version {
		return 0, fmt.Errorf("the version of the format is %d, and only %d is known: record again", head.Version, Version)
	}
	var f file
	if err := strictjson.Decode(text, &f); err != nil {
		return 0, fmt.Errorf("not an exchange: %w", err)
	}
	if len(f.Request) == 0 || len(f.Answer) == 0 {
		return 0, errors.New("not an exchange: the request or the answer is missing")
	}
	request, err := canonical(f.Request)
	if err != nil {
		return 0, fmt.Errorf("the request: %w", err)
	}
	match := exchangeName().FindStringSubmatch(name)
	sequence, err := strconv.Atoi(match[2])
	switch known := len(r.exchanges[f.Key]); {
	case err != nil:
		return 0, err
	case f.Key != keyOf(request):
		return 0, errors.New("the key is not that of the request: the file was changed; record again")
	case f.Key != match[1] || f.Sequence != sequence:
		return 0, errors.New("the name is not that of the exchange: the file was renamed")
	case sequence != known+1:
		return 0, fmt.Errorf("the exchange %d of the request is missing", known+1)
	}
	answer, err := canonical(f.Answer)
	if err != nil {
		return 0, fmt.Errorf("the answer: %w", err)
	}
	r.exchanges[f.Key] = append(r.exchanges[f.Key], Exchange{Request: request, Answer: answer, Meta: f.Meta})
	return len(text), nil
}

func canonical(raw json.RawMessage) (json.RawMessage, error) {
	value, err := parse(raw)
	if err != nil {
		return nil, err
	}
	return encode(value)
}

// readFile reads a regular file that is not too large.
func readFile(root *os.Root, name string) ([]byte, error) {
	before, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() { // opening a pipe might wait forever
		return nil, errors.New("not a regular file")
	}
	tooLarge := fmt.Errorf("the file has more than the %d bytes that are allowed", MaxFile)
	if before.Size() > MaxFile {
		return nil, tooLarge
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if info, err := f.Stat(); err != nil || !os.SameFile(before, info) {
		return nil, errors.New("the file changes while it is read")
	}
	text, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxFile {
		return nil, tooLarge
	}
	return text, nil
}

// First returns the exchange whose request has the first key, and whether there
// is one. It does not count as asked.
func (r *Replay) First() (Exchange, bool) {
	if len(r.exchanges) == 0 {
		return Exchange{}, false
	}
	return r.exchanges[slices.Min(slices.Collect(maps.Keys(r.exchanges)))][0], true
}

// Answer returns the recorded exchange of a request, whose request and answer
// are as they were recorded, without what the function removed. A request that
// is asked again gets its answers in the order of the recording. If there is
// none, the error is a *MissError.
func (r *Replay) Answer(request json.RawMessage) (Exchange, error) {
	clean, err := r.clean.json(request)
	if err != nil {
		return Exchange{}, fmt.Errorf("transcript: the request: %w", err)
	}
	key := keyOf(clean)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.asked[key]++
	if n := r.asked[key]; n <= len(r.exchanges[key]) {
		return r.exchanges[key][n-1], nil
	}
	return Exchange{}, r.miss(key, clean)
}

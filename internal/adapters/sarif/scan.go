package sarif

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A scanner reads the outer structure of a JSON text value by value, so that no
// more than one result of a log is in memory.
type scanner struct {
	in   *bufio.Reader
	read int64 // bytes so far
}

func newScanner(in io.Reader) *scanner {
	s := &scanner{in: bufio.NewReaderSize(in, 1<<16)}
	if mark, err := s.in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = s.in.Discard(3)
		s.read = 3
	}
	return s
}

func (s *scanner) next() (byte, error) {
	c, err := s.in.ReadByte()
	if err == nil {
		s.read++
	}
	return c, err
}

// token returns the next byte that is not whitespace, without reading it.
func (s *scanner) token() (byte, error) {
	for {
		c, err := s.next()
		switch {
		case err != nil:
			return 0, s.cutOff(err)
		case c == ' ', c == '\t', c == '\r', c == '\n':
			continue
		}
		s.read--
		return c, s.in.UnreadByte()
	}
}

// take reads the next byte that is not whitespace if it is c.
func (s *scanner) take(c byte) (bool, error) {
	found, err := s.token()
	if err != nil || found != c {
		return false, err
	}
	_, err = s.next()
	return true, err
}

func (s *scanner) must(c byte) error {
	ok, err := s.take(c)
	if err == nil && !ok {
		return s.malformed("%q is missing", c)
	}
	return err
}

// members calls each with the keys of an object. Each must read the value.
func (s *scanner) members(each func(key string) error) error {
	if err := s.must('{'); err != nil {
		return err
	}
	if end, err := s.take('}'); end || err != nil {
		return err
	}
	for {
		var key string
		if err := s.value(&key); err != nil {
			return err
		}
		if err := s.must(':'); err != nil {
			return err
		}
		if err := each(key); err != nil {
			return err
		}
		if more, err := s.take(','); err != nil {
			return err
		} else if !more {
			return s.must('}')
		}
	}
}

// elements calls each with the indices of an array. Each must read the element.
func (s *scanner) elements(each func(index int) error) error {
	if err := s.must('['); err != nil {
		return err
	}
	if end, err := s.take(']'); end || err != nil {
		return err
	}
	for index := 0; ; index++ {
		if err := each(index); err != nil {
			return err
		}
		if more, err := s.take(','); err != nil {
			return err
		} else if !more {
			return s.must(']')
		}
	}
}

// value reads the next value into v.
func (s *scanner) value(v any) error {
	var raw bytes.Buffer
	if err := s.copy(&raw); err != nil {
		return err
	}
	return s.decode(raw.Bytes(), v)
}

// decode decodes a value that was just read.
func (s *scanner) decode(raw []byte, v any) error {
	err := json.Unmarshal(raw, v)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("at byte %d: %w", s.read-int64(len(raw))+syntax.Offset, err)
	}
	if err != nil {
		return fmt.Errorf("before byte %d: %w", s.read, err)
	}
	return nil
}

// skip reads the next value.
func (s *scanner) skip() error { return s.copy(nil) }

// copy reads the next value, and adds its bytes to a buffer that is not nil. It
// only finds the end of the value: what is within it may be malformed.
func (s *scanner) copy(to *bytes.Buffer) error {
	first, err := s.token()
	if err != nil {
		return err
	}
	if first != '"' && first != '{' && first != '[' {
		return s.copyWord(to)
	}
	depth := 0
	for {
		part, err := s.part()
		if err != nil {
			return err
		}
		n, opened := structure(part, depth)
		quoted := n > 0 && part[n-1] == '"'
		s.pass(part[:n], to)
		depth = opened
		if quoted {
			if err := s.copyString(to); err != nil {
				return err
			}
		}
		if depth == 0 && n > 0 {
			return nil
		}
	}
}

// structure returns the length of the bytes up to the first quote, or to the
// end of the value that is depth levels deep, and the depth after them.
func structure(part []byte, depth int) (n, after int) {
	for i, c := range part {
		switch c {
		case '"':
			return i + 1, depth
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1, 0
			}
		}
	}
	return len(part), depth
}

// part returns the bytes that can be read at once, at least one.
func (s *scanner) part() ([]byte, error) {
	if _, err := s.in.Peek(1); err != nil {
		return nil, s.cutOff(err)
	}
	return s.in.Peek(s.in.Buffered())
}

// pass reads bytes that part returned.
func (s *scanner) pass(part []byte, to *bytes.Buffer) {
	if to != nil {
		to.Write(part)
	}
	_, _ = s.in.Discard(len(part))
	s.read += int64(len(part))
}

// copyString reads the rest of a string.
func (s *scanner) copyString(to *bytes.Buffer) error {
	for {
		part, err := s.part()
		if err != nil {
			return err
		}
		at := bytes.IndexAny(part, "\"\\")
		if at < 0 {
			s.pass(part, to)
			continue
		}
		ended := part[at] == '"'
		s.pass(part[:at+1], to)
		if ended {
			return nil
		}
		if part, err = s.part(); err != nil {
			return err
		}
		s.pass(part[:1], to) // the escaped character
	}
}

func inWord(c byte) bool {
	return c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// copyWord reads a number or a literal.
func (s *scanner) copyWord(to *bytes.Buffer) error {
	for n := 0; ; n++ {
		c, err := s.next()
		switch {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case err != nil:
			return err
		case !inWord(c) && n == 0:
			return s.malformed("%q is not the start of a value", c)
		case !inWord(c):
			s.read--
			return s.in.UnreadByte()
		}
		if to != nil {
			to.WriteByte(c)
		}
	}
}

func (s *scanner) cutOff(err error) error {
	switch {
	case !errors.Is(err, io.EOF):
		return err
	case s.read == 0:
		return errors.New("empty")
	}
	return fmt.Errorf("cut off at byte %d", s.read)
}

func (s *scanner) malformed(format string, args ...any) error {
	return fmt.Errorf("at byte %d: not JSON: %s", s.read, fmt.Sprintf(format, args...))
}

package coverage

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The bounds of a report.
const (
	maxReport = 64 << 20 // bytes
	maxRecord = 64 << 10 // bytes of a line of it
	maxLine   = 1 << 24  // the number of a line of a source
)

// lcovRecords are the records of a tracefile other than the line records: see
// geninfo(1).
var lcovRecords = []string{
	"TN", "VER", "FN", "FNL", "FNA", "FNDA", "FNF", "FNH", "BA", "BRDA", "BRF", "BRH", "MCDC", "MCF", "MCH", "LF", "LH",
}

// ReadLCOV reads a tracefile of LCOV for some lines. named returns which file of
// the lines a path of the report is, or "".
func ReadLCOV(in io.Reader, named func(string) string, lines Lines) (Reached, error) {
	limited := &io.LimitedReader{R: in, N: maxReport + 1}
	scanner := bufio.NewScanner(limited)
	scanner.Buffer(nil, maxRecord)
	reached := Reached{}
	inFile, name := false, ""
	at := 0
	malformed := func(why string) (Reached, error) {
		if limited.N <= 0 { // the line is cut
			return nil, fmt.Errorf("has more than %d bytes", maxReport)
		}
		return nil, fmt.Errorf("line %d: %s", at, why)
	}
	for scanner.Scan() {
		at++
		record, rest, hasRest := strings.Cut(strings.TrimRight(scanner.Text(), "\r"), ":")
		switch {
		case record == "" && !hasRest || strings.HasPrefix(record, "#"):
		case record == "SF" && hasRest:
			if inFile {
				return malformed("a file starts before the last one ended")
			}
			inFile, name = true, named(rest)
		case record == "end_of_record" && !hasRest:
			if !inFile {
				return malformed("a file ends that did not start")
			}
			inFile = false
		case record == "DA" && hasRest:
			if !inFile {
				return malformed("a line is of no file")
			}
			line, hit, err := lcovLine(rest)
			if err != nil {
				return malformed(err.Error())
			}
			if _, found := slices.BinarySearch(lines[name], line); found {
				reached.set(name, line, hit)
			}
		case !hasRest || !slices.Contains(lcovRecords, record):
			return malformed("not a record of LCOV")
		}
	}
	switch err := scanner.Err(); {
	case limited.N <= 0:
		return malformed("")
	case errors.Is(err, bufio.ErrTooLong):
		at++
		return malformed("too long")
	case err != nil:
		return nil, err
	case inFile:
		return malformed("the last file does not end")
	}
	return reached, nil
}

// lcovLine reads the number of a line and how often it ran. A checksum may
// follow.
func lcovLine(text string) (line int, hit bool, err error) {
	number, rest, _ := strings.Cut(text, ",")
	count, _, _ := strings.Cut(rest, ",")
	line, err = strconv.Atoi(number)
	if err != nil || line < 1 || line > maxLine {
		return 0, false, errors.New("has no number of a line")
	}
	n, err := strconv.ParseUint(count, 10, 63)
	if err != nil {
		return 0, false, errors.New("has no count")
	}
	return line, n > 0, nil
}

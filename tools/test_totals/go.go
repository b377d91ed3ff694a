package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// countGo counts the tests and subtests of what `go test -json` prints. A
// package that failed and none of whose tests did, such as one that does not
// build, counts as a failed test.
func countGo(r io.Reader) (totals, error) {
	var sum totals
	failing := map[string]bool{} // packages with a failed test
	decoder := json.NewDecoder(r)
	for {
		var event struct{ Action, Package, Test string }
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) {
			return sum, nil
		} else if err != nil {
			return sum, fmt.Errorf("test event: %w", err)
		}
		switch {
		case event.Action == "pass" && event.Test != "":
			sum.passed++
		case event.Action == "skip" && event.Test != "":
			sum.skipped++
		case event.Action == "fail" && (event.Test != "" || !failing[event.Package]):
			failing[event.Package] = true
			sum.failed = append(sum.failed, strings.TrimSuffix(event.Package+": "+event.Test, ": "))
		}
	}
}

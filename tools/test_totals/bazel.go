package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
)

// An event is what this needs of a message of Bazel's build event protocol.
type event struct {
	ID struct {
		TestResult       *testID `json:"testResult"`
		TargetConfigured struct {
			Label string `json:"label"`
		} `json:"targetConfigured"`
	} `json:"id"`
	TestResult *struct {
		Status string `json:"status"`
		Output []struct {
			Name string `json:"name"`
			URI  string `json:"uri"`
		} `json:"testActionOutput"`
	} `json:"testResult"`
	Configured struct {
		TestSize string `json:"testSize"` // "" for targets that are not tests
	} `json:"configured"`
}

// A testID names one run of one shard of a test.
type testID struct {
	Label string `json:"label"`
	Run   int    `json:"run"`
	Shard int    `json:"shard"`
}

const passed = "PASSED" // the status of a test that did

// countBazel counts the cases in the test.xml of each test of a build event
// file.
func countBazel(r io.Reader) (totals, error) {
	results := map[testID]totals{} // the last attempt's, of a test that has several
	ran := map[string]bool{}       // by label, for each test there is
	var sum totals
	decoder := json.NewDecoder(r)
	for {
		var e event
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return sum, fmt.Errorf("build event: %w", err)
		}
		switch {
		case e.Configured.TestSize != "":
			ran[e.ID.TargetConfigured.Label] = false
		case e.ID.TestResult != nil && e.TestResult != nil:
			found, err := e.count()
			if err != nil {
				return sum, err
			}
			results[*e.ID.TestResult] = found
			ran[e.ID.TestResult.Label] = true
		}
	}
	for label, hasResult := range ran {
		if !hasResult {
			sum.failed = append(sum.failed, label+": did not run")
		}
	}
	for _, found := range results {
		sum.add(found)
	}
	return sum, nil
}

// count counts the cases of a test's result.
func (e event) count() (totals, error) {
	var found totals
	for _, output := range e.TestResult.Output {
		if output.Name == "test.xml" {
			var err error
			if found, err = countXML(e.ID.TestResult.Label, output.URI); err != nil {
				return found, err
			}
		}
	}
	if e.TestResult.Status != passed && len(found.failed) == 0 {
		found.failed = []string{e.ID.TestResult.Label + ": " + e.TestResult.Status}
	}
	return found, nil
}

// countXML counts the cases of a JUnit file.
func countXML(label, uri string) (totals, error) {
	var sum totals
	location, err := url.Parse(uri)
	if err != nil || location.Scheme != "file" {
		return sum, fmt.Errorf("%s: test.xml is not a local file: %s", label, uri)
	}
	content, err := os.ReadFile(location.Path)
	if err != nil {
		return sum, fmt.Errorf("%s: %w", label, err)
	}
	var root struct {
		Cases  []testCase `xml:"testcase"`
		Suites []struct {
			Cases []testCase `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(content, &root); err != nil {
		return sum, fmt.Errorf("%s: %s: %w", label, location.Path, err)
	}
	cases := root.Cases
	for _, suite := range root.Suites {
		cases = append(cases, suite.Cases...)
	}
	for _, c := range cases {
		switch {
		case c.Failure != nil || c.Error != nil:
			sum.failed = append(sum.failed, label+": "+c.Name)
		case c.Skipped != nil:
			sum.skipped++
		default:
			sum.passed++
		}
	}
	return sum, nil
}

type testCase struct {
	Name    string    `xml:"name,attr"`
	Failure *struct{} `xml:"failure"`
	Error   *struct{} `xml:"error"`
	Skipped *struct{} `xml:"skipped"`
}

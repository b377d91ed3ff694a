package main

import "testing"

func TestReportPlace(t *testing.T) {
	const place = "the output group autofix_report lists them"
	for file, want := range map[string]string{
		"bazel-out/k8-fastbuild/bin/app/app.autofix/lint/autofix.json": place + " in bazel-bin/app/app.autofix/lint/autofix.txt",
		"bazel-out/cfg/bin/external/x~/bin/a.json":                     place + " in bazel-bin/external/x~/bin/a.txt",
		"out.json":                            place,
		"/tmp/bin/out.json":                   place,
		"bazel-out/k8-fastbuild/bin/app/a.md": place,
		"":                                    place,
	} {
		o := checkOutputs{Origin: "//app", outputs: []outputFile{{file: file}}}
		if got := o.reportPlace(); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	if got, want := new(checkOutputs).reportPlace(), "without --brief, each is listed"; got != want {
		t.Errorf("no action: %q, want %q", got, want)
	}
}

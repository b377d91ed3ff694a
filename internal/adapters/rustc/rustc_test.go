package rustc

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "a fix of two edits that is machine applicable",
			text:   "if (x) {}\n",
			output: `{"$message_type": "diagnostic", "message": "wrong", "code": {"code": "unused_parens"}, "level": "warning", "spans": [{"file_name": "a.rs", "byte_start": 3, "byte_end": 4, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}, {"file_name": "a.rs", "byte_start": 5, "byte_end": 6, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}], "children": [{"message": "remove it", "spans": [{"file_name": "a.rs", "byte_start": 3, "byte_end": 4, "is_primary": true, "suggested_replacement": "", "suggestion_applicability": "MachineApplicable"}, {"file_name": "a.rs", "byte_start": 5, "byte_end": 6, "is_primary": true, "suggested_replacement": "", "suggestion_applicability": "MachineApplicable"}]}]}`,
			want: []string{
				"a.rs:3-4 warning rustc/unused_parens wrong",
				"  safe remove it",
				`    a.rs:3-4 ""`,
				`    a.rs:5-6 ""`,
			},
		},
		{
			name:   "helps are alternatives, with their safety",
			text:   "abc\n",
			output: `{"$message_type": "diagnostic", "message": "wrong", "code": {"code": "clippy::needless_return"}, "level": "warning", "spans": [{"file_name": "a.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}], "children": [{"message": "one", "spans": [{"file_name": "a.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": "x", "suggestion_applicability": "Unspecified"}]}, {"message": "two", "spans": [{"file_name": "a.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": "y", "suggestion_applicability": "MaybeIncorrect"}]}, {"message": "three", "spans": [{"file_name": "a.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": "/* value */", "suggestion_applicability": "HasPlaceholders"}]}, {"message": "see the book", "spans": []}]}`,
			want: []string{
				"a.rs:0-1 warning clippy/needless_return wrong",
				"  suggestion one",
				`    a.rs:0-1 "x"`,
				"  unsafe two",
				`    a.rs:0-1 "y"`,
			},
		},
		{
			name: "an error, and the number of errors",
			text: "abc\n",
			output: `{"$message_type": "diagnostic", "message": "wrong", "code": {"code": "E0425"}, "level": "error", "spans": [{"file_name": "a.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}], "children": []}
{"$message_type": "diagnostic", "message": "aborting", "code": null, "level": "error", "spans": [], "children": []}
{"$message_type": "artifact", "artifact": "x"}`,
			want: []string{
				"a.rs:0-1 error rustc/E0425 wrong",
			},
		},
		{
			name: "a message of cargo",
			text: "abc\n",
			output: `{"reason": "compiler-artifact", "target": {}}
{"reason": "compiler-message", "message": {"$message_type": "diagnostic", "message": "wrong", "code": {"code": "unused_parens"}, "level": "warning", "spans": [{"file_name": "/work/a.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": "b", "suggestion_applicability": "MachineApplicable"}], "children": []}}
{"reason": "build-finished", "success": true}`,
			want: []string{
				"a.rs:0-1 warning rustc/unused_parens wrong",
				"  safe wrong",
				`    a.rs:0-1 "b"`,
			},
		},
		{
			name:   "a macro of another crate",
			text:   "abc\n",
			output: `{"$message_type": "diagnostic", "message": "wrong", "code": {"code": "unused_parens"}, "level": "warning", "spans": [{"file_name": "/rustc/1/library/core/src/macros.rs", "byte_start": 0, "byte_end": 1, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}], "children": []}`,
			refused: []string{
				"not_given: result 1 (rustc/unused_parens): /rustc/1/library/core/src/macros.rs: not among the files that the checker was given",
			},
		},
		{
			name:   "outside the file",
			text:   "abc\n",
			output: `{"$message_type": "diagnostic", "message": "wrong", "code": {"code": "unused_parens"}, "level": "warning", "spans": [{"file_name": "a.rs", "byte_start": 7, "byte_end": 9, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}], "children": []}`,
			want:   []string{"a.rs:0-0 warning rustc/unused_parens wrong"},
			refused: []string{
				"place: result 1 (rustc/unused_parens): a.rs: no such place: offset 7 is after the end of the text, which is at 4",
			},
		},
		{
			name: "nothing found",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.rs": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"warning: unused": "value 1: at byte 1: invalid character 'w' looking for beginning of value",
		`{"message": "a"`: "value 1: cut off at byte 15",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("if (x) {}", `{"$message_type": "diagnostic", "message": "wrong", "code": {"code": "unused_parens"}, "level": "warning", "spans": [{"file_name": "a.rs", "byte_start": 3, "byte_end": 4, "is_primary": true, "suggested_replacement": null, "suggestion_applicability": null}], "children": [{"message": "remove it", "spans": [{"file_name": "a.rs", "byte_start": 3, "byte_end": 4, "is_primary": true, "suggested_replacement": "", "suggestion_applicability": "MachineApplicable"}]}]}`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.rs", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type report struct {
		diagnostic
		Type    string `json:"$message_type"`
		Message string `json:"message"`
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.rs", adaptertest.JSON[report], "MachineApplicable", "MaybeIncorrect", "HasPlaceholders", "diagnostic", "clippy::a")
}

package strictjson

import (
	"errors"
	"io"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, row := range []struct{ text, want, err string }{
		{`{"a": "x"}`, "x", ""},
		{" {\"a\": \"x\"}\n", "x", ""},
		{`{}`, "", ""},
		{`{"b": 1}`, "", `json: unknown field "b"`},
		{`{"a": "x"} {}`, "x", "text after the JSON value"},
		{`{"a": "x"}]`, "x", "text after the JSON value"},
		{`{"a": "x"`, "", "unexpected EOF"},
		{`[]`, "", "json: cannot unmarshal array into Go value of type struct { A string }"},
	} {
		var to struct{ A string }
		err := Decode([]byte(row.text), &to)
		if to.A != row.want || (err == nil) != (row.err == "") || err != nil && err.Error() != row.err {
			t.Errorf("%s: %q, %v; want %q, %s", row.text, to.A, err, row.want, row.err)
		}
	}
	if err := Decode([]byte(" \n"), new(any)); !errors.Is(err, io.EOF) {
		t.Errorf("no value: %v", err)
	}
}

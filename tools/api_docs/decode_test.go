package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protowire"
)

// A message is a serialized message, built field by field.
type message []byte

func (m message) bytes(number protowire.Number, value []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, number, protowire.BytesType), value)
}

func (m message) text(number protowire.Number, value string) message {
	return m.bytes(number, []byte(value))
}

func (m message) varint(number protowire.Number, value uint64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, number, protowire.VarintType), value)
}

func (m message) fixed32(number protowire.Number, value uint32) message {
	return protowire.AppendFixed32(protowire.AppendTag(m, number, protowire.Fixed32Type), value)
}

func TestDecode(t *testing.T) {
	attribute := message{}.text(1, "srcs").text(2, "The files.").varint(3, 7).varint(4, 1).
		bytes(5, message{}.text(1, "CcInfo").text(1, "PyInfo")).bytes(5, message{}.text(1, "GoInfo")).
		text(6, "[]")
	want := attributeInfo{
		Name: "srcs", Doc: "The files.", Type: 7, Mandatory: true,
		Providers: []providerList{{Names: []string{"CcInfo", "PyInfo"}}, {Names: []string{"GoInfo"}}}, Default: "[]",
	}
	for _, row := range []struct {
		rule string
		data message
		want moduleInfo
	}{
		{"nothing", nil, moduleInfo{}},
		{"the last of two strings", message{}.text(5, "first").text(5, "last"), moduleInfo{Doc: "last"}},
		{
			"messages in messages",
			message{}.bytes(1, message{}.text(1, "first")).bytes(1, message{}.text(1, "lib").bytes(3, attribute)),
			moduleInfo{Rules: []ruleInfo{{Name: "first"}, {Name: "lib", Attributes: []attributeInfo{want}}}},
		},
		{
			"fields that a newer Bazel may have",
			message{}.varint(1000, 1).text(1001, "x").fixed32(1002, 3).text(6, "//:a.bzl"),
			moduleInfo{File: "//:a.bzl"},
		},
		{
			"an optional message that is there, empty, and in two parts",
			message{}.bytes(3, message{}.text(1, "f").bytes(4, nil).bytes(5, message{}.text(1, "use g")).bytes(5, nil)),
			moduleInfo{Functions: []functionInfo{{Name: "f", Returns: &textInfo{}, Deprecated: &textInfo{Doc: "use g"}}}},
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			var got moduleInfo
			if err := decode(row.data, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	whole := message{}.bytes(1, message{}.text(1, "a rule"))
	for _, row := range []struct {
		rule string
		data message
		want string
	}{
		{"a message that ends early", whole[:len(whole)-2], "moduleInfo: field 1: unexpected EOF"},
		{"one in it that does", message{}.bytes(1, message{}.text(1, "a rule")[:4]), "moduleInfo: field 1: ruleInfo: field 1: unexpected EOF"},
		{"an unknown field that does", message{}.text(1000, "unknown")[:5], "moduleInfo: field 1000: unexpected EOF"},
		{"half a tag", message{0x80}, "moduleInfo: unexpected EOF"},
		{"a number for a text", message{}.varint(5, 1), "moduleInfo: field 5: not of the type"},
		{"a text for a number", message{}.bytes(1, message{}.bytes(3, message{}.text(4, "yes"))), "attributeInfo: field 4: not of the type"},
		{"a number for a message", message{}.varint(1, 1), "moduleInfo: field 1: not of the type"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			err := decode(row.data, &moduleInfo{})
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v, want %q in it", err, row.want)
			}
		})
	}
}

func FuzzPage(f *testing.F) {
	f.Add([]byte(message{}.text(6, "//:a.bzl").text(5, "A file.").bytes(1, message{}.text(1, "lib").text(2, "A rule."))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if text, err := page(data); (err == nil) == (len(text) == 0) {
			t.Errorf("%d bytes of Markdown and the error %v", len(text), err)
		}
	})
}

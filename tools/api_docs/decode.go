package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// decode decodes the fields of a serialized message into the struct that
// message points to. The `proto` tag of a struct field is its number in the
// message. Its type is one of string, bool, int32, *struct, []string and
// []struct, which suffice for the messages of starlark_doc_extract. Like other
// decoders of the format, it skips unknown fields: a newer Bazel may write
// them.
func decode(data []byte, message any) error {
	return decodeStruct(data, reflect.ValueOf(message).Elem())
}

func decodeStruct(data []byte, message reflect.Value) error {
	fields := numbered(message)
	for len(data) > 0 {
		number, wireType, n := protowire.ConsumeTag(data)
		if n < 0 {
			return fmt.Errorf("%s: %w", message.Type().Name(), protowire.ParseError(n))
		}
		data = data[n:]
		field, known := fields[number]
		if !known {
			n = protowire.ConsumeFieldValue(number, wireType, data)
			if n < 0 {
				return fmt.Errorf("%s: field %d: %w", message.Type().Name(), number, protowire.ParseError(n))
			}
			data = data[n:]
			continue
		}
		n, err := decodeField(data, wireType, field)
		if err != nil {
			return fmt.Errorf("%s: field %d: %w", message.Type().Name(), number, err)
		}
		data = data[n:]
	}
	return nil
}

// numbered returns the numbered fields of a message.
func numbered(message reflect.Value) map[protowire.Number]reflect.Value {
	fields := map[protowire.Number]reflect.Value{}
	for i := range message.NumField() {
		if number, err := strconv.Atoi(message.Type().Field(i).Tag.Get("proto")); err == nil {
			fields[protowire.Number(number)] = message.Field(i)
		}
	}
	return fields
}

// decodeField decodes the value at the start of data into field, and returns
// its length in bytes.
func decodeField(data []byte, wireType protowire.Type, field reflect.Value) (int, error) {
	switch field.Kind() {
	case reflect.Bool, reflect.Int32:
		value, n, err := varint(data, wireType)
		if err != nil {
			return 0, err
		}
		if field.Kind() == reflect.Bool {
			field.SetBool(protowire.DecodeBool(value))
		} else {
			field.SetInt(int64(int32(value)))
		}
		return n, nil
	default:
		value, n, err := lengthDelimited(data, wireType)
		if err != nil {
			return 0, err
		}
		return n, decodeBytes(value, field)
	}
}

func decodeBytes(value []byte, field reflect.Value) error {
	switch field.Kind() {
	case reflect.String:
		field.SetString(string(value))
		return nil
	case reflect.Slice:
		element := reflect.New(field.Type().Elem()).Elem()
		err := decodeBytes(value, element)
		field.Set(reflect.Append(field, element))
		return err
	case reflect.Pointer:
		// If a message occurs several times, the occurrences are merged.
		if field.IsNil() {
			field.Set(reflect.New(field.Type().Elem()))
		}
		return decodeStruct(value, field.Elem())
	case reflect.Struct:
		return decodeStruct(value, field)
	default:
		return fmt.Errorf("no decoder for %s", field.Type())
	}
}

var errWireType = errors.New("not of the type in the message: this is the output of another program, or of a version of Bazel that is too new")

func varint(data []byte, wireType protowire.Type) (uint64, int, error) {
	if wireType != protowire.VarintType {
		return 0, 0, errWireType
	}
	value, n := protowire.ConsumeVarint(data)
	if n < 0 {
		return 0, 0, protowire.ParseError(n)
	}
	return value, n, nil
}

func lengthDelimited(data []byte, wireType protowire.Type) ([]byte, int, error) {
	if wireType != protowire.BytesType {
		return nil, 0, errWireType
	}
	value, n := protowire.ConsumeBytes(data)
	if n < 0 {
		return nil, 0, protowire.ParseError(n)
	}
	return value, n, nil
}

package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/spf13/pflag"
)

// errEmpty rejects an empty value of a flag, which usually comes from an unset
// variable of a script.
var errEmpty = errors.New("has an empty value; give it one, or leave the flag out")

// A text is the value of a flag that takes any text except the empty one. Like
// all values here, its type is the placeholder of its flag.
type text struct {
	to          *string
	placeholder string
}

func (v *text) String() string { return *v.to }
func (v *text) Type() string   { return v.placeholder }

func (v *text) Set(value string) error {
	if value == "" {
		return errEmpty
	}
	*v.to = value
	return nil
}

// A Choice is the value of a flag that takes one of a few words.
type Choice struct {
	to    *string
	Among []string
}

func (v *Choice) String() string { return *v.to }
func (v *Choice) Type() string   { return strings.Join(v.Among, "|") }

func (v *Choice) Set(value string) error {
	if value == "" {
		return errEmpty
	}
	if !slices.Contains(v.Among, value) {
		return fmt.Errorf("unknown value%s; the values are %s", config.DidYouMean(value, v.Among), strings.Join(v.Among, ", "))
	}
	*v.to = value
	return nil
}

// A list is the value of a repeatable flag.
type list struct {
	to          *[]string
	placeholder string
	commas      bool // separate several values in one
	empty       bool // "" is a value, as in the arguments of a program
}

func (v *list) String() string     { return strings.Join(*v.to, ",") }
func (v *list) GetSlice() []string { return *v.to }

func (v *list) Type() string {
	if v.commas {
		return v.placeholder + ",..."
	}
	return v.placeholder
}

func (v *list) Set(value string) error {
	values := []string{value}
	if v.commas {
		values = strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
	}
	if !v.empty && (len(values) == 0 || values[0] == "") {
		return errEmpty
	}
	*v.to = append(*v.to, values...)
	return nil
}

// A toggle is a boolean of pflag that also takes yes and no.
type toggle struct{ pflag.Value }

func (v toggle) Set(value string) error {
	switch strings.ToLower(value) {
	case "":
		return errEmpty
	case "yes":
		value = "true"
	case "no":
		value = "false"
	}
	if v.Value.Set(value) != nil {
		return errors.New("must be true, 1, yes, false, 0 or no")
	}
	return nil
}

// A number is an integer of pflag, or a list of them.
type number struct {
	pflag.Value
	placeholder string
}

func (v number) Type() string { return v.placeholder }

func (v number) Set(value string) error {
	if value == "" {
		return errEmpty
	}
	if v.Value.Set(value) != nil {
		return errors.New("must be an integer")
	}
	return nil
}

package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// VariableOf annotates a flag with the environment variable that is used if the
// flag is not given.
const VariableOf = "autofix_variable"

// FlagSet declares the flags of a verb.
type FlagSet struct{ *pflag.FlagSet }

// FlagsOf returns the flags of a verb. Help lists them in declaration order.
func FlagsOf(cmd *cobra.Command) FlagSet {
	cmd.Flags().SortFlags = false
	return FlagSet{cmd.Flags()}
}

// Text declares a flag that takes any text except the empty one.
func (f FlagSet) Text(to *string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&text{to: to, placeholder: placeholder}, name, "", help)
}

// TextOr declares a flag that takes any text except the empty one, or none,
// which stands for bare.
func (f FlagSet) TextOr(to *string, name, placeholder, bare, help string) *pflag.Flag {
	flag := f.Text(to, name, placeholder, help)
	flag.NoOptDefVal = bare
	return flag
}

// Choice declares a flag that takes one of the given words, by default the
// first.
func (f FlagSet) Choice(to *string, name string, among []string, help string) *pflag.Flag {
	*to = among[0]
	return f.VarPF(&Choice{to: to, Among: among}, name, "", help)
}

// Optional is like Choice, without a default.
func (f FlagSet) Optional(to *string, name string, among []string, help string) *pflag.Flag {
	return f.VarPF(&Choice{to: to, Among: among}, name, "", help)
}

// List declares a repeatable flag. Commas do not separate values.
func (f FlagSet) List(to *[]string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&list{to: to, placeholder: placeholder}, name, "", help)
}

// CommaList declares a repeatable flag whose values may be separated by commas.
func (f FlagSet) CommaList(to *[]string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&list{to: to, placeholder: placeholder, commas: true}, name, "", help)
}

// Toggle declares a flag that is true or false, by default false.
func (f FlagSet) Toggle(to *bool, name, help string) *pflag.Flag {
	f.BoolVar(to, name, false, help)
	flag := f.Lookup(name)
	flag.Value = toggle{flag.Value}
	return flag
}

// Number declares a flag that takes an integer.
func (f FlagSet) Number(to *int, name string, value int, help string) *pflag.Flag {
	f.IntVar(to, name, value, help)
	flag := f.Lookup(name)
	flag.Value = number{flag.Value, "N"}
	return flag
}

// Arguments declares a list that also takes empty values.
func (f FlagSet) Arguments(to *[]string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&list{to: to, placeholder: placeholder, empty: true}, name, "", help)
}

// Numbers declares a repeatable flag whose numbers may be separated by commas.
func (f FlagSet) Numbers(to *[]int, name string, values []int, help string) *pflag.Flag {
	f.IntSliceVar(to, name, values, help)
	flag := f.Lookup(name)
	flag.Value = number{flag.Value, "N,..."}
	return flag
}

// Required makes a flag required.
func Required(flag *pflag.Flag) {
	Annotate(flag, cobra.BashCompOneRequiredFlag, "true")
}

// FromVariable sets the environment variable that is used if the flag is not
// given.
func FromVariable(flag *pflag.Flag, name string) {
	Annotate(flag, VariableOf, name)
}

// Annotate sets an annotation of a flag.
func Annotate(flag *pflag.Flag, key string, values ...string) {
	if flag.Annotations == nil {
		flag.Annotations = map[string][]string{}
	}
	flag.Annotations[key] = values
}

// Annotation returns the value of an annotation of a flag, or "".
func Annotation(flag *pflag.Flag, key string) string {
	if values := flag.Annotations[key]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// CompleteFlags sets the flags of a verb that were not given from the
// environment, and returns an error if a required one is missing.
func CompleteFlags(cmd *cobra.Command) (err error) {
	missing := ""
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Changed || err != nil {
			return
		}
		name := Annotation(flag, VariableOf)
		if value := os.Getenv(name); value != "" {
			if cause := flag.Value.Set(value); cause != nil {
				err = &UsageError{Err: fmt.Errorf("environment: %s=%s: %w; see `autofix help %s`", name, value, cause, cmd.Name())}
			}
		}
		if Annotation(flag, cobra.BashCompOneRequiredFlag) != "" {
			missing += fmt.Sprintf(", --%s=%s", flag.Name, flag.Value.Type())
		}
	})
	if err == nil && missing != "" {
		err = Misused(cmd, fmt.Errorf("missing flags: %s", missing[2:]))
	}
	return err
}

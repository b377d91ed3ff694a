package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// variableOf annotates a flag with the environment variable that is used if the
// flag is not given.
const variableOf = "autofix_variable"

// flagSet declares the flags of a verb.
type flagSet struct{ *pflag.FlagSet }

// flagsOf returns the flags of a verb. Help lists them in declaration order.
func flagsOf(cmd *cobra.Command) flagSet {
	cmd.Flags().SortFlags = false
	return flagSet{cmd.Flags()}
}

func (f flagSet) text(to *string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&text{to: to, placeholder: placeholder}, name, "", help)
}

// choice declares a flag that takes one of the given words, by default the
// first.
func (f flagSet) choice(to *string, name string, among []string, help string) *pflag.Flag {
	*to = among[0]
	return f.VarPF(&choice{to: to, among: among}, name, "", help)
}

// optional is like choice, without a default.
func (f flagSet) optional(to *string, name string, among []string, help string) *pflag.Flag {
	return f.VarPF(&choice{to: to, among: among}, name, "", help)
}

// list declares a repeatable flag. Commas do not separate values.
func (f flagSet) list(to *[]string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&list{to: to, placeholder: placeholder}, name, "", help)
}

// commaList declares a repeatable flag whose values may be separated by commas.
func (f flagSet) commaList(to *[]string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&list{to: to, placeholder: placeholder, commas: true}, name, "", help)
}

func (f flagSet) toggle(to *bool, name, help string) *pflag.Flag {
	f.BoolVar(to, name, false, help)
	flag := f.Lookup(name)
	flag.Value = toggle{flag.Value}
	return flag
}

func (f flagSet) number(to *int, name string, value int, help string) *pflag.Flag {
	f.IntVar(to, name, value, help)
	flag := f.Lookup(name)
	flag.Value = number{flag.Value, "N"}
	return flag
}

// arguments declares a list that also takes empty values.
func (f flagSet) arguments(to *[]string, name, placeholder, help string) *pflag.Flag {
	return f.VarPF(&list{to: to, placeholder: placeholder, empty: true}, name, "", help)
}

// numbers declares a repeatable flag whose numbers may be separated by commas.
func (f flagSet) numbers(to *[]int, name string, values []int, help string) *pflag.Flag {
	f.IntSliceVar(to, name, values, help)
	flag := f.Lookup(name)
	flag.Value = number{flag.Value, "N,..."}
	return flag
}

// required makes a flag required.
func required(flag *pflag.Flag) {
	annotate(flag, cobra.BashCompOneRequiredFlag, "true")
}

// fromVariable sets the environment variable that is used if the flag is not
// given.
func fromVariable(flag *pflag.Flag, name string) {
	annotate(flag, variableOf, name)
}

func annotate(flag *pflag.Flag, key string, values ...string) {
	if flag.Annotations == nil {
		flag.Annotations = map[string][]string{}
	}
	flag.Annotations[key] = values
}

// annotation returns the value of an annotation of a flag, or "".
func annotation(flag *pflag.Flag, key string) string {
	if values := flag.Annotations[key]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// completeFlags sets the flags of a verb that were not given from the
// environment, and returns an error if a required one is missing.
func completeFlags(cmd *cobra.Command) (err error) {
	missing := ""
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Changed || err != nil {
			return
		}
		name := annotation(flag, variableOf)
		if value := os.Getenv(name); value != "" {
			if cause := flag.Value.Set(value); cause != nil {
				err = &usageError{err: fmt.Errorf("environment: %s=%s: %w; see `autofix help %s`", name, value, cause, cmd.Name())}
			}
		}
		if annotation(flag, cobra.BashCompOneRequiredFlag) != "" {
			missing += fmt.Sprintf(", --%s=%s", flag.Name, flag.Value.Type())
		}
	})
	if err == nil && missing != "" {
		err = misused(cmd, fmt.Errorf("missing flags: %s", missing[2:]))
	}
	return err
}

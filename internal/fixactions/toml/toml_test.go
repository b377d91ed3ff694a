package toml_test

import "testing"

func TestCases(t *testing.T) { language.Cases(t) }

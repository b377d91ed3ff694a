module example.com/spdx

go 1.26.8

require github.com/rules-autofix/rules_autofix v0.1.0

require github.com/google/jsonschema-go v0.4.3 // indirect

// Until there is a release.
replace github.com/rules-autofix/rules_autofix => ../../../..

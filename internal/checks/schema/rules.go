package schema

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema/validate"
)

const (
	ruleNotFound   = "schema/not-found"
	ruleUnreadable = "schema/unreadable"
)

// The examples begin with a comment that has the schema of the document below.
var rules = []checks.Rule{
	invalid(validate.RuleType, "A value has a type that the schema allows",
		"A program that reads \"3\" where it expects 3 fails, or takes it for something else.",
		"# schema: {\"properties\": {\"replicas\": {\"type\": \"integer\"}}}\nreplicas: \"3\"\n",
		"# schema: {\"properties\": {\"replicas\": {\"type\": \"integer\"}}}\nreplicas: 3\n",
		fixedits.SafetySafe,
		"Writes the value in the type that the schema wants, if there is one such type and nothing is lost: \"8080\" as 8080, "+
			"\"true\" as true, 1.10 as \"1.10\". The new value must be valid too. \"010\" and 0x1F have no fix, since their text "+
			"means something else in the other type."),
	invalid(validate.RuleConst, "A value is the one that the schema demands",
		"The schema allows one value only, by `const`.",
		"# schema: {\"properties\": {\"apiVersion\": {\"const\": \"v1\"}}}\napiVersion: v2\n",
		"# schema: {\"properties\": {\"apiVersion\": {\"const\": \"v1\"}}}\napiVersion: v1\n",
		fixedits.SafetySafe,
		"Writes the value. Nothing else can be valid. Within alternatives (`anyOf`, `oneOf`) it is a suggestion if another "+
			"alternative may be meant."),
	invalid(validate.RuleEnum, "A value is one of those that the schema lists",
		"The schema lists the allowed values, by `enum` or by alternatives that are each one value.",
		"# schema: {\"properties\": {\"level\": {\"enum\": [\"debug\", \"info\"]}}}\nlevel: Info\n",
		"# schema: {\"properties\": {\"level\": {\"enum\": [\"debug\", \"info\"]}}}\nlevel: info\n",
		fixedits.SafetySuggestion,
		"Writes the only value of the list, or the one that is the same in another type (1 for \"1\"), which is safe. The value that "+
			"differs only in letter case, or the one with the nearest name, is a suggestion."),
	invalid(validate.RuleRequired, "An object has the properties that it must have",
		"A program that needs a property fails without it.",
		"# schema: {\"required\": [\"tier\"], \"properties\": {\"tier\": {\"default\": \"web\"}}}\nname: shop\n",
		"# schema: {\"required\": [\"tier\"], \"properties\": {\"tier\": {\"default\": \"web\"}}}\nname: shop\ntier: web\n",
		fixedits.SafetySafe,
		"Adds the property with the `default` that the schema has for it, which is what its absence means. Without a "+
			"default there is no fix."),
	invalid(validate.RuleDependentRequired, "A property has the ones beside it that it needs",
		"Some properties only make sense together: `dependentRequired`, or `dependencies` in older drafts.",
		"# schema: {\"dependentRequired\": {\"cert\": [\"key\"]}}\ncert: a.pem\n",
		"# schema: {\"dependentRequired\": {\"cert\": [\"key\"]}}\ncert: a.pem\nkey: a.key\n", "", ""),
	invalid(validate.RuleAdditionalProperties, "An object has no properties that the schema does not allow",
		"A property that nothing reads is often a misspelled one, whose value then has no effect. The rule is about "+
			"`additionalProperties`, `unevaluatedProperties`, and properties whose schema is `false`.",
		"# schema: {\"properties\": {\"replicas\": {}}, \"additionalProperties\": false}\nreplica: 3\n",
		"# schema: {\"properties\": {\"replicas\": {}}, \"additionalProperties\": false}\nreplicas: 3\n",
		fixedits.SafetySuggestion,
		"Renames the property to the allowed one with the nearest name, if that is not there. If no name is near, it removes "+
			"the property, which is unsafe: the value may belong somewhere else."),
	invalid(validate.RulePropertyNames, "The names of properties are as the schema demands",
		"The schema restricts the names of properties, by `propertyNames`.",
		"# schema: {\"propertyNames\": {\"pattern\": \"^[A-Z_]+$\"}}\nhome: /root\n",
		"# schema: {\"propertyNames\": {\"pattern\": \"^[A-Z_]+$\"}}\nHOME: /root\n", "", ""),
	invalid(validate.RulePattern, "A string matches the regular expression of the schema",
		"The schema has a `pattern`. Regular expressions are those of JavaScript; lookahead works. One that takes longer "+
			"than a second for a string is not checked for it.",
		"# schema: {\"properties\": {\"name\": {\"pattern\": \"^[a-z-]+$\"}}}\nname: Web Shop\n",
		"# schema: {\"properties\": {\"name\": {\"pattern\": \"^[a-z-]+$\"}}}\nname: web-shop\n", "", ""),
	invalid(validate.RuleFormat, "A string has the format of the schema",
		"The schema has a `format`, such as date or uri. Formats are checked as the draft of the schema says: draft 4, 6 and "+
			"7 demand the formats that they define; in later drafts a format is a note, unless the metaschema demands more.",
		"# schema: {\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"properties\": {\"since\": {\"format\": \"date\"}}}\nsince: \"May 2024\"\n",
		"# schema: {\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"properties\": {\"since\": {\"format\": \"date\"}}}\nsince: \"2024-05-01\"\n", "", ""),
	invalid(validate.RuleRange, "A number is within the bounds of the schema",
		"The schema has `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` or `multipleOf`.",
		"# schema: {\"properties\": {\"port\": {\"maximum\": 65535}}}\nport: 80800\n",
		"# schema: {\"properties\": {\"port\": {\"maximum\": 65535}}}\nport: 8080\n", "", ""),
	invalid(validate.RuleLength, "A string has as many characters as the schema allows",
		"The schema has `minLength` or `maxLength`.",
		"# schema: {\"properties\": {\"code\": {\"maxLength\": 3}}}\ncode: EURO\n",
		"# schema: {\"properties\": {\"code\": {\"maxLength\": 3}}}\ncode: EUR\n", "", ""),
	invalid(validate.RuleCount, "An array or object has as many items or properties as the schema allows",
		"The schema has `minItems`, `maxItems`, `minProperties` or `maxProperties`, or allows no items beyond the first ones.",
		"# schema: {\"properties\": {\"owners\": {\"minItems\": 1}}}\nowners: []\n",
		"# schema: {\"properties\": {\"owners\": {\"minItems\": 1}}}\nowners: [shop-team]\n", "", ""),
	invalid(validate.RuleContains, "An array has the items that it must have",
		"The schema has `contains`, `minContains` or `maxContains`.",
		"# schema: {\"properties\": {\"tags\": {\"contains\": {\"const\": \"billing\"}}}}\ntags: [web]\n",
		"# schema: {\"properties\": {\"tags\": {\"contains\": {\"const\": \"billing\"}}}}\ntags: [web, billing]\n", "", ""),
	invalid(validate.RuleUnique, "The items of an array differ",
		"The schema has `uniqueItems`: the array is a set, and an item that is there twice is a mistake of an edit or a merge.",
		"# schema: {\"properties\": {\"tags\": {\"uniqueItems\": true}}}\ntags: [web, shop, web]\n",
		"# schema: {\"properties\": {\"tags\": {\"uniqueItems\": true}}}\ntags: [web, shop]\n",
		fixedits.SafetySafe,
		"Keeps the first of equal items. It writes the array anew, so it is a suggestion for one with comments."),
	invalid(validate.RuleOneOf, "A value matches only one alternative of oneOf",
		"The schema has alternatives that exclude each other, and the value matches two of them.",
		"# schema: {\"oneOf\": [{\"required\": [\"image\"]}, {\"required\": [\"build\"]}]}\nimage: shop\nbuild: .\n",
		"# schema: {\"oneOf\": [{\"required\": [\"image\"]}, {\"required\": [\"build\"]}]}\nimage: shop\n", "", ""),
	invalid(validate.RuleAnyOf, "A value matches an alternative of the schema",
		"No alternative of `anyOf` or `oneOf` matches. The rule only has what is left if none of the alternatives tells "+
			"what is wrong: otherwise the mistakes by the likeliest alternative are reported, under their own rules.",
		"", "", "", ""),
	invalid(validate.RuleNot, "A value is not what the schema forbids",
		"The schema forbids something by `not`, or by `false`.",
		"# schema: {\"not\": {\"required\": [\"password\"]}}\npassword: secret\n",
		"# schema: {\"not\": {\"required\": [\"password\"]}}\nuser: shop\n", "", ""),
	{
		Name: validate.RuleDeprecated, Summary: "No property is used that the schema calls deprecated", Deprecated: true,
		Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Safety: fixedits.SafetySafe,
		Why: "The schema has `deprecated: true` for a property: it still works, and will not for long.",
		Bad: "# schema: {\"properties\": {\"mem\": {\"deprecated\": true, \"x-autofix-renamed-to\": \"memory\"}}}\nmem: 1Gi\n",
		Good: "# schema: {\"properties\": {\"mem\": {\"deprecated\": true, \"x-autofix-renamed-to\": \"memory\"}}}\n" +
			"memory: 1Gi\n",
		Fix: "Renames the property to what `x-autofix-renamed-to` says, if that is not there too. The author of the schema " +
			"says that both mean the same.",
		NoCertificate: changesValue,
	},
	{
		Name: validate.RuleSort, Summary: "An array is sorted if the schema demands it",
		Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Safety: fixedits.SafetySafe,
		Why: "The schema has `x-autofix-sort` for an array whose order means nothing. In order, such an array is easy to " +
			"search, and two changes rarely conflict.",
		Bad:  "# schema: {\"properties\": {\"owners\": {\"x-autofix-sort\": true}}}\nowners: [web, shop]\n",
		Good: "# schema: {\"properties\": {\"owners\": {\"x-autofix-sort\": true}}}\nowners: [shop, web]\n",
		Fix: "Sorts strings by their bytes and numbers by value, or objects by a property. Items without a common order are " +
			"left alone. It writes the array anew, so it is a suggestion for one with comments.",
		NoCertificate: changesValue,
	},
	{
		Name: validate.RuleSameAs, Summary: "A value is the same as its other copy in the workspace",
		Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityError, Safety: fixedits.SafetySafe,
		Why: "The schema says with `x-autofix-same-as` where else the value is, such as `package.json#/version`. Two copies " +
			"of one fact drift apart.",
		Bad: "# schema: {\"properties\": {\"title\": {\"x-autofix-same-as\": \"#/metadata/name\"}}}\n" +
			"title: store\nmetadata:\n  name: shop\n",
		Good: "# schema: {\"properties\": {\"title\": {\"x-autofix-same-as\": \"#/metadata/name\"}}}\n" +
			"title: shop\nmetadata:\n  name: shop\n",
		Fix: "Writes the value that the other place has, which the author of the schema calls the one that counts. The " +
			"alternative, to change the other place, is a suggestion.",
		NoCertificate: changesValue,
	},
	{
		Name: ruleNotFound, Summary: "The schema that a file names is in the workspace",
		Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityInfo,
		Why: "A comment or the member `$schema` names a file that is not there, or that a build does not give to the " +
			"check, so the file is not validated. Names that are URLs are no finding: `autofix check --verbose` lists them.",
	},
	{
		Name: ruleUnreadable, Summary: "A file with a schema can be read",
		Phase: fixedits.PhaseSyntax, Severity: fixedits.SeverityError,
		Why: "A file that does not parse, has a key twice in one object, or is not UTF-8 cannot be validated. Syntax errors " +
			"of files that a formatter reads are findings of its rule instead, such as `syntax/json`.",
	},
}

// invalid returns a rule about a cause of an invalid document.
func invalid(name, summary, why, bad, good string, safety fixedits.Safety, fix string) checks.Rule {
	rule := checks.Rule{
		Name: name, Summary: summary, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityError, Safety: safety,
		Why: why, Bad: bad, Good: good, Fix: fix,
	}
	if safety != "" {
		rule.NoCertificate = changesValue
	}
	return rule
}

// changesValue is the reason why the fixes of these rules have no certificate.
const changesValue = "The fix changes the value of the file, so no comparison of values can certify it."

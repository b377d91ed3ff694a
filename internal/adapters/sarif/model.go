package sarif

import "github.com/rules-autofix/rules_autofix/internal/adapters"

// The part of SARIF's object model that is read. Section numbers are from
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.

// A run has what the results of a run refer to (3.14).
type run struct {
	driver     component
	extensions []component
	bases      map[string]artifactLocation // originalUriBaseIds
	artifacts  []artifactLocation
	contents   map[int]string    // SHA-256 in hex of the artifacts whose text or digest the run has, by index; until locate
	digests    map[string]string // the same by absolute URI
	columnKind string
	newlines   []string
	external   bool // its results are in other files
}

// A file is an artifact (3.24).
type file struct {
	Location artifactLocation  `json:"location"`
	Contents *content          `json:"contents"`
	Hashes   map[string]string `json:"hashes"`
}

// A component is a tool or a plugin of it (3.19).
type component struct {
	Name            string             `json:"name"`
	Version         string             `json:"version"`
	SemanticVersion string             `json:"semanticVersion"`
	GUID            string             `json:"guid"`
	Rules           []rule             `json:"rules"`
	Messages        map[string]message `json:"globalMessageStrings"`
}

// A rule is a reporting descriptor (3.49).
type rule struct {
	ID       string             `json:"id"`
	Name     string             `json:"name"`
	Messages map[string]message `json:"messageStrings"`
	Default  struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

// A result is a result (3.27).
type result struct {
	RuleID        string                   `json:"ruleId"`
	RuleIndex     *int                     `json:"ruleIndex"`
	Rule          *reference               `json:"rule"`
	Kind          string                   `json:"kind"`
	Level         string                   `json:"level"`
	Message       adapters.Member[message] `json:"message"`
	Locations     []location               `json:"locations"`
	Related       []location               `json:"relatedLocations"`
	Fixes         []fix                    `json:"fixes"`
	Suppressions  []suppression            `json:"suppressions"`
	BaselineState string                   `json:"baselineState"`
	Properties    struct {
		Category string `json:"autofix/category"` // as this tool writes it
	} `json:"properties"`
}

// A reference names a rule (3.52).
type reference struct {
	ID        string `json:"id"`
	Index     *int   `json:"index"`
	Component *struct {
		Name  string `json:"name"`
		Index *int   `json:"index"`
		GUID  string `json:"guid"`
	} `json:"toolComponent"`
}

type suppression struct {
	Status string `json:"status"`
}

// A message has a text, or the id of one with placeholders (3.11).
type message struct {
	Text      string   `json:"text"`
	ID        string   `json:"id"`
	Arguments []string `json:"arguments"`
}

type location struct {
	Physical struct {
		Artifact artifactLocation `json:"artifactLocation"`
		Region   *region          `json:"region"`
	} `json:"physicalLocation"`
	Message message `json:"message"` // of a related one
}

// An artifactLocation names a file, by its URI or its index in the run (3.4).
type artifactLocation struct {
	URI   string `json:"uri"`
	Base  string `json:"uriBaseId"`
	Index *int   `json:"index"`
}

// A region is a part of a file: by lines, by characters or by bytes (3.30).
type region struct {
	StartLine   *int     `json:"startLine"`
	StartColumn *int     `json:"startColumn"`
	EndLine     *int     `json:"endLine"`
	EndColumn   *int     `json:"endColumn"`
	CharOffset  *int     `json:"charOffset"`
	CharLength  *int     `json:"charLength"`
	ByteOffset  *int     `json:"byteOffset"`
	ByteLength  *int     `json:"byteLength"`
	Snippet     *content `json:"snippet"` // its text
}

// A fix is one of the alternatives of a result (3.55).
type fix struct {
	Description message  `json:"description"`
	Changes     []change `json:"artifactChanges"`
	Properties  struct {
		Safety string `json:"safety"` // as this tool writes it
	} `json:"properties"`
}

type change struct {
	Artifact     artifactLocation `json:"artifactLocation"`
	Replacements []struct {
		Deleted  region   `json:"deletedRegion"`
		Inserted *content `json:"insertedContent"`
	} `json:"replacements"`
}

// A content is text, or bytes in base64 (3.3).
type content struct {
	Text   *string `json:"text"`
	Binary *string `json:"binary"`
}

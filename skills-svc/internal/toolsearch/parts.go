package toolsearch

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/toolspec"
)

// part is a text of a tool, and how much its words count.
type part struct {
	text   string
	weight float64
}

// mostText is how many bytes of a tool's text of one kind are looked at; the beginning says what the tool is for.
const mostText = 4 << 10

// beforeExamples begin the examples of a description, in lower case.
var beforeExamples = []string{"as in", "for example", "for instance", "e.g."}

// examplesIn finds the examples of a description, each to the end of its sentence: they tell what somebody may say rather than what the
// tool does, and those of a tool about tools are of others.
var examplesIn = regexp.MustCompile(`(?i)\b(?:` + alternatives(beforeExamples) + `)[^.?!;]*`)

func alternatives(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = regexp.QuoteMeta(text)
	}
	return strings.Join(quoted, "|")
}

// examplesOf returns the examples of a description, and the rest of it. Most descriptions have none, which is seen sooner than the
// expression finds it.
func examplesOf(description string) (examples []string, rest string) {
	lower := strings.ToLower(description)
	if !slices.ContainsFunc(beforeExamples, func(start string) bool { return strings.Contains(lower, start) }) {
		return nil, description
	}
	return examplesIn.FindAllString(description, -1), examplesIn.ReplaceAllString(description, "")
}

// othersIn finds the clauses of a description that name something by its identifier: mostly what another tool is for.
var othersIn = regexp.MustCompile(`[^.?!;]*\b[a-z]+_[a-z_]+\b[^.?!;]*`)

// partsOf returns what a tool says of itself.
func partsOf(tool *toolspec.Tool) []part {
	says := float64(ofDescription)
	if tool.DynamicDescription {
		says = ofExample
	}
	examples, does := examplesOf(othersIn.ReplaceAllString(clipped(tool.Description), ""))
	parts := []part{
		{words(tool.Name), ofName}, {tool.Title, ofTitle}, {does, says},
		{strings.Join(examples, ". "), ofExample}, {words(tool.Capabilities...), ofCapability},
		{clipped(words(parametersOf(tool)...)), ofParameter},
	}
	if len(tool.Aliases) > 0 {
		parts = append(parts, part{words(tool.Aliases...), ofName})
	}
	for _, phrases := range tool.Phrases {
		parts = append(parts, part{clipped(strings.Join(phrases.Sentences, ". ")), ofPhrase})
	}
	return parts
}

// parametersOf returns the names of the parameters, from the schema: the descriptors may have to be read for it.
func parametersOf(tool *toolspec.Tool) []string {
	var schema struct {
		Properties map[string]struct{} `json:"properties"`
	}
	if json.Unmarshal(tool.InputSchema, &schema) != nil {
		return nil // without them it is found by its other words
	}
	return slices.Sorted(maps.Keys(schema.Properties))
}

// words returns names as words: get_prayer_times is get prayer times. Between two names stands a full stop.
func words(names ...string) string {
	return strings.ReplaceAll(strings.Join(names, ". "), "_", " ")
}

func clipped(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "")
}

package toolchoice

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/bm25"
	"github.com/salaatflow/platform/language/thesaurus"
	"github.com/salaatflow/platform/services/languagemodel"
)

// Judge chooses a tool by the words that a request shares with what a model is shown of the tools, in any of the languages. It
// understands nothing, so what it finds is there in the texts; a model is to find more.
type Judge struct {
	words *thesaurus.Thesaurus
	texts *bm25.Index
	names []string
}

// How much a word counts by where it stands.
const (
	ofName        = 3
	ofDescription = 1.5
	ofParameter   = 0.5
)

// NewJudge returns one of these tools.
func NewJudge(tools []languagemodel.Tool) (*Judge, error) {
	words, err := thesaurus.Load()
	if err != nil {
		return nil, err
	}
	reader := words.Reader()
	documents := make([]bm25.Document, len(tools))
	for i, tool := range tools {
		documents[i].Say(reader.Terms(spaced(tool.Name)), ofName)
		for _, sentence := range sentences.Split(tool.Description, -1) {
			for _, about := range aboutWhich(sentence, i, tools) {
				documents[about].Say(reader.Terms(sentence), ofDescription)
			}
		}
		parameters, err := parametersOf(tool)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Sorted(maps.Keys(parameters)) {
			documents[i].Say(reader.Terms(spaced(name)+". "+parameters[name].Description), ofParameter)
		}
	}
	judge := &Judge{words: words, texts: bm25.New()}
	for i, document := range documents {
		judge.texts.Add(document)
		judge.names = append(judge.names, tools[i].Name)
	}
	return judge, nil
}

var (
	sentences = regexp.MustCompile(`[.?!;]\s+|\n+`)
	toolNames = regexp.MustCompile(`[a-z0-9]+(?:_[a-z0-9]+)+`)
)

// aboutWhich returns the tools that a sentence of a tool's description is about: others that it names, since it says when these are
// right, and else the tool itself.
func aboutWhich(sentence string, tool int, tools []languagemodel.Tool) (about []int) {
	for _, name := range toolNames.FindAllString(sentence, -1) {
		other := slices.IndexFunc(tools, func(t languagemodel.Tool) bool { return t.Name == name })
		if other >= 0 && other != tool && !slices.Contains(about, other) {
			about = append(about, other)
		}
	}
	if about == nil {
		about = []int{tool}
	}
	return about
}

// Order returns the names of the tools with which the text shares words, the best first.
func (j *Judge) Order(text string) []string {
	terms := slices.Sorted(slices.Values(j.words.Wanted(text)))
	var ranking bm25.Ranking
	ranking.Rank(j.texts, terms)
	var names []string
	for _, number := range slices.SortedFunc(slices.Values(ranking.Hits()), ranking.Compare) {
		names = append(names, j.names[number])
	}
	return names
}

// spaced returns a name as words.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// parameter is what a schema says of one.
type parameter struct {
	Description string `json:"description"`
	Default     any    `json:"default"`
	Enum        []any  `json:"enum"`
}

func parametersOf(tool languagemodel.Tool) (map[string]parameter, error) {
	var schema struct {
		Properties map[string]parameter `json:"properties"`
	}
	if len(tool.Parameters) > 0 {
		if err := json.Unmarshal(tool.Parameters, &schema); err != nil {
			return nil, fmt.Errorf("the schema of %s: %w", tool.Name, err)
		}
	}
	return schema.Properties, nil
}

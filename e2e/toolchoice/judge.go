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
		for _, part := range partsOf(tool.Description) {
			about := slices.IndexFunc(tools, func(t languagemodel.Tool) bool { return t.Name == part.tool })
			if about < 0 {
				about = i
			}
			documents[about].Say(reader.Terms(part.text), ofDescription)
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

// part is a part of a description, and the tool that it is about; empty where it is about the tool that it describes.
type part struct{ text, tool string }

var (
	sentences = regexp.MustCompile(`[.?!;:]\s+|\n+`)
	redirects = regexp.MustCompile(`\buse [a-z0-9]+_[a-z0-9_]+`)
	upToName  = regexp.MustCompile(`(.*?)\b([a-z0-9]+(?:_[a-z0-9]+)+)`)
)

// partsOf parts a description by what it is about. Where it says when to use other tools ("for the whole day use get_prayer_times"), the
// words before the name of each are about that one.
func partsOf(description string) (parts []part) {
	for _, sentence := range sentences.Split(description, -1) {
		if !redirects.MatchString(sentence) {
			parts = append(parts, part{text: sentence})
			continue
		}
		for _, found := range upToName.FindAllStringSubmatch(sentence, -1) {
			parts = append(parts, part{text: found[1], tool: found[2]})
		}
	}
	return parts
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

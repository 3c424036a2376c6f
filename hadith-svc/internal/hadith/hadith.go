// Package hadith defines hadiths and the rules of the library: which hadith is a day's, how a random one is chosen,
// what a search finds. It knows nothing of gRPC or SQL: a Store stores the hadiths, and a clock tells the time.
package hadith

import (
	"regexp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/topics"
	"github.com/salaatflow/platform/language/searchtext"
)

// Hadith is a hadith of a collection. Texts are UTF-8 in NFC, and empty where they are missing.
type Hadith struct {
	// ID is from 1, without gaps in the library, and never changes.
	ID int32
	// Collection is the key of its collection. CollectionName is the name, which a Store sets.
	Collection, CollectionName string
	// Number is its number in the collection. Position orders the numbers.
	Number   string
	Position int64
	// Book is the number of its book or chapter, or 0.
	Book int32

	TextArabic, TextEnglish, TextUrdu      string
	Narrator, NarratorArabic, NarratorUrdu string
	// Grade is its grade in the grader's words, and GradedBy the grader, or empty.
	Grade, GradedBy string
	// Citations are the other places where it stands.
	Citations []Citation
	// Topics are the topics that its collection names, each one word in lower case.
	Topics []string
}

// Citation is a place where a hadith stands. Texts are empty where nothing is certain.
type Citation struct {
	Collection string `json:"collection"`
	Number     string `json:"number,omitempty"`
	Numbering  string `json:"numbering,omitempty"`
	Note       string `json:"note,omitempty"`
}

// Collection is a collection of hadiths. Texts are empty where nothing is known.
type Collection struct {
	// Key identifies it: ^[a-z0-9][a-z0-9_-]{0,63}$.
	Key                           string
	Name, NameArabic, NameUrdu    string
	Numbering, Licence, SourceURL string
	// Count is the number of its hadiths, which a Store sets.
	Count int
}

// Text returns the text in a language.
func (h Hadith) Text(language searchtext.Language) string {
	switch language {
	case searchtext.Arabic:
		return h.TextArabic
	case searchtext.Urdu:
		return h.TextUrdu
	default:
		return h.TextEnglish
	}
}

// Source returns the names of the collections that hold it.
func (h Hadith) Source() string {
	var names []string
	for _, c := range h.Citations {
		if !slices.Contains(names, c.Collection) {
			names = append(names, c.Collection)
		}
	}
	if len(names) == 0 {
		return h.CollectionName
	}
	return strings.Join(names, "; ")
}

// Reference returns where it stands in each of them.
func (h Hadith) Reference() string {
	var places []string
	for _, c := range h.Citations {
		place := c.Collection
		if c.Number != "" {
			place += " " + c.Number
		}
		if c.Note != "" {
			place += " (" + c.Note + ")"
		}
		places = append(places, place)
	}
	return strings.Join(append(places, h.CollectionName+" "+h.Number), "; ")
}

// Labels returns what the hadith can be filtered by. Its topics are those that its collection names; if it names none, those that
// its texts are about.
func (h Hadith) Labels() []string {
	labels := []string{LabelAll, collectionLabel(h.Collection)}
	for _, level := range Levels(h.Grade) {
		labels = append(labels, gradeLabel(level))
	}
	about := slices.Clone(h.Topics)
	for _, language := range Languages {
		text := h.Text(language)
		if text == "" {
			continue
		}
		labels = append(labels, languageLabel(language))
		if len(h.Topics) == 0 {
			about = append(about, topics.Known().Of(text, language)...)
		}
	}
	for _, topic := range about {
		labels = append(labels, topicLabel(topic))
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}

// Languages are the languages in which a hadith may have a text.
var Languages = []searchtext.Language{searchtext.Arabic, searchtext.English, searchtext.Urdu}

// LabelAll is the label of every hadith.
const LabelAll = "all"

func collectionLabel(key string) string                 { return "collection:" + key }
func gradeLabel(level string) string                    { return "grade:" + level }
func languageLabel(language searchtext.Language) string { return "language:" + string(language) }
func topicLabel(topic string) string                    { return "topic:" + topic }

// spellings are the spellings of graders' words in Latin and in Arabic letters, without marks.
var spellings = []struct {
	level string
	words []string
}{
	{"sahih", []string{"sahih", "saheeh", "authentic", "sound", "صحيح"}},
	{"hasan", []string{"hasan", "good", "حسن"}},
	{"daif", []string{"daif", "daeef", "dhaif", "weak", "ضعيف"}},
	{"mawdu", []string{"mawdu", "maudu", "fabricated", "موضوع"}},
}

var plain = strings.NewReplacer("'", "", "’", "", "ʿ", "", "`", "", "‘", "", "ī", "i", "ḥ", "h", "ṣ", "s", "ḍ", "d", "ū", "u")

// denied matches words that negate the ones they contain.
var denied = regexp.MustCompile(
	`(?:\b(?:not|non|ghayr|ghair|laysa|laisa)[ -]?|\b(?:in|un))(?:sahih|saheeh|authentic|sound|hasan|good)|(?:غير|ليس) (?:صحيح|حسن)`)

// Levels returns the levels of a grade: sahih, hasan, daif or mawdu. "Hasan sahih" has two of them, and a grade without
// any of these words none.
func Levels(grade string) []string {
	grade = denied.ReplaceAllString(plain.Replace(strings.ToLower(grade)), "")
	var levels []string
	for _, s := range spellings {
		if slices.ContainsFunc(s.words, func(word string) bool { return strings.Contains(grade, word) }) {
			levels = append(levels, s.level)
		}
	}
	return levels
}

// PositionScale is how many positions there are between two whole numbers of a collection.
const PositionScale = 10_000

package forms

import (
	_ "embed"
	"slices"

	"github.com/salaatflow/platform/language/detect/sieve"
)

//go:embed prayers.yaml
var prayersYAML []byte

// Mentions knows what questions about prayers, masjids and hadiths name besides prayers and the places of the gazetteer.
type Mentions struct {
	Methods map[string]struct {
		Alone Runs `yaml:"alone"`
		With  Runs `yaml:"with"`
	} `yaml:"methods"`
	Schools map[string]*Runs `yaml:"schools"`
	Markers struct {
		Before  Runs `yaml:"before"`
		Behind  Runs `yaml:"behind"`
		Unknown Runs `yaml:"unknown"`
	} `yaml:"markers"`
	NotPlaces   Runs            `yaml:"notplaces"`
	Begun       Runs            `yaml:"begun"`
	Ends        Runs            `yaml:"ends"`
	UntilWhen   Runs            `yaml:"untilwhen"`
	Was         Runs            `yaml:"was"`
	WasEnglish  Runs            `yaml:"wasenglish"`
	Collections map[string]Runs `yaml:"collections"`
	Languages   map[string]Runs `yaml:"languages"`

	NumberedBooks map[string]Runs `yaml:"numberedbooks"`
	Numbers       Runs            `yaml:"numbers"`

	// Islamic are words that say which one of a day of the Islamic calendar is meant.
	Islamic struct {
		LastYear Runs `yaml:"lastyear"`
		NextYear Runs `yaml:"nextyear"`
		ThisYear Runs `yaml:"thisyear"`
		Former   Runs `yaml:"former"`
		Was      Runs `yaml:"was"`
		Night    Runs `yaml:"night"`
		Within   struct {
			Before Runs `yaml:"before"`
			Behind Runs `yaml:"behind"`
		} `yaml:"within"`
	} `yaml:"islamic"`

	Topics struct {
		Before  Runs `yaml:"before"`
		Behind  Runs `yaml:"behind"`
		Loosely Runs `yaml:"loosely"`
		Edges   Runs `yaml:"edges"`
	} `yaml:"topics"`

	BesideMasjids struct {
		Before Runs `yaml:"before"`
		Behind Runs `yaml:"behind"`
	} `yaml:"besidemasjids"`

	Names   []string    // of methods, sorted
	methods sieve.Sieve // what their names begin with
}

// LoadMentions reads prayers.yaml.
func LoadMentions() (*Mentions, error) {
	var m Mentions
	if err := Decode("prayers.yaml", prayersYAML, &m); err != nil {
		return nil, err
	}
	for name, of := range m.Methods {
		m.Names = append(m.Names, name)
		m.methods.Join(&of.Alone.begins)
		m.methods.Join(&of.With.begins)
	}
	slices.Sort(m.Names)
	return &m, nil
}

// MayBeMethod says whether the name of a method may begin with a word.
func (m *Mentions) MayBeMethod(word string) bool { return sieve.Passes(&m.methods, word) }

package detect

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/language/detect/text"
)

// formsYAML are the words that come with the program.
//
//go:embed forms.yaml
var formsYAML []byte

// wordForms are the words that are asked for by their form, by what they tell.
type wordForms struct {
	Softeners         formSet `yaml:"softeners"`
	Strengtheners     formSet `yaml:"strengtheners"`
	Future            formSet `yaml:"future"`
	ThirdPerson       formSet `yaml:"thirdperson"`
	FutureSingular    formSet `yaml:"futuresingular"`
	ThirdFuture       formSet `yaml:"thirdfuture"`
	FutureEndings     affixes `yaml:"futureendings"`
	Ergative          formSet `yaml:"ergative"`
	Ourselves         formSet `yaml:"ourselves"`
	Own               formSet `yaml:"own"`
	TumEndings        affixes `yaml:"tumendings"`
	FirstPerson       formSet `yaml:"firstperson"`
	Keep              formSet `yaml:"keep"`
	JoinClauses       formSet `yaml:"joinclauses"`
	Abbreviations     formSet `yaml:"abbreviations"`
	Habits            formSet `yaml:"habits"`
	InfinitiveEndings affixes `yaml:"infinitiveendings"`

	Raise affixes `yaml:"raise"`
	Lower affixes `yaml:"lower"`

	Apart struct {
		Remove apartVerbs `yaml:"remove"`
		Finish apartVerbs `yaml:"finish"`
		Put    apartVerbs `yaml:"put"`
		Push   apartVerbs `yaml:"push"`
	} `yaml:"apart"`

	BesideNumbers formSet   `yaml:"besidenumbers"`
	BehindWala    formSet   `yaml:"behindwala"`
	Things        formSet   `yaml:"things"`
	LightNouns    formSet   `yaml:"lightnouns"`
	Came          formSet   `yaml:"came"`
	TellingVerbs  formSet   `yaml:"tellingverbs"`
	TakingVerbs   formSet   `yaml:"takingverbs"`
	Askers        formSet   `yaml:"askers"`
	Approaches    sequences `yaml:"approaches"`
	Promises      formSet   `yaml:"promises"`

	Relatives        formSet `yaml:"relatives"`
	NameJoints       formSet `yaml:"namejoints"`
	Annexing         formSet `yaml:"annexing"`
	MasjidBeginnings formSet `yaml:"masjidbeginnings"`
	MasjidKinds      formSet `yaml:"masjidkinds"`
	AreaParts        formSet `yaml:"areaparts"`

	QuestionVerbs formSet `yaml:"questionverbs"`
	OpinionVerbs  formSet `yaml:"opinionverbs"`
	OpinionGivers formSet `yaml:"opiniongivers"`
	Anybody       formSet `yaml:"anybody"`
	Possibility   formSet `yaml:"possibility"`
	Leave         formSet `yaml:"leave"`
	Duty          formSet `yaml:"duty"`
	OrderedByI    formSet `yaml:"orderedbyi"`
	Politeness    formSet `yaml:"politeness"`

	Unmeant unmeantForms `yaml:"unmeant"`
}

// apartVerbs are verbs of English, and the particles with which they mean something else behind their object.
type apartVerbs struct {
	Verbs     formSet `yaml:"verbs"`
	Particles formSet `yaml:"particles"`
}

// loadForms reads words by their form, as in forms.yaml.
func loadForms(data []byte) (*wordForms, error) {
	var f wordForms
	decoder := yaml.NewDecoder(strings.NewReader(string(data)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&f); err != nil {
		return nil, fmt.Errorf("forms.yaml: %w", err)
	}
	return &f, nil
}

// formSet is a set of single words by their normal form.
type formSet map[string]bool

// UnmarshalYAML reads a list of words, and fails with one that is no single word or stands twice.
func (f *formSet) UnmarshalYAML(node *yaml.Node) error {
	list, err := singleWords(node)
	if err != nil {
		return err
	}
	*f = make(formSet, len(list))
	for _, form := range list {
		if (*f)[form] {
			return fmt.Errorf("line %d: %q stands twice", node.Line, form)
		}
		(*f)[form] = true
	}
	return nil
}

// affixes are how words begin or end.
type affixes []string

// UnmarshalYAML reads a list of beginnings or endings.
func (a *affixes) UnmarshalYAML(node *yaml.Node) error {
	list, err := singleWords(node)
	*a = list
	return err
}

// begin says whether a word begins with one of them.
func (a affixes) begin(norm string) bool {
	return slices.ContainsFunc(a, func(beginning string) bool { return strings.HasPrefix(norm, beginning) })
}

// end says whether a word ends with one of them.
func (a affixes) end(norm string) bool {
	return slices.ContainsFunc(a, func(ending string) bool { return strings.HasSuffix(norm, ending) })
}

// sequences are words that stand one after the other, by their normal forms.
type sequences [][]string

// UnmarshalYAML reads a list of texts.
func (s *sequences) UnmarshalYAML(node *yaml.Node) error {
	var list []string
	if err := node.Decode(&list); err != nil {
		return err
	}
	for _, said := range list {
		var words []string
		for _, token := range text.Parse(said).Tokens {
			words = append(words, token.Norm)
		}
		if len(words) < 2 {
			return fmt.Errorf("line %d: %q is not several words", node.Line, said)
		}
		*s = append(*s, words)
	}
	return nil
}

// singleWords reads a list of words in their normal form.
func singleWords(node *yaml.Node) ([]string, error) {
	var list []string
	if err := node.Decode(&list); err != nil {
		return nil, err
	}
	for i, word := range list {
		tokens := text.Parse(word).Tokens
		if len(tokens) != 1 {
			return nil, fmt.Errorf("line %d: %q is not a single word", node.Line, word)
		}
		list[i] = tokens[0].Norm
	}
	return list, nil
}

// Package forms holds the words and phrases that a sentence is asked for by their form, and not by what they stand for: "na" behind an
// order, what stands before the number of a task, how a clause begins that is for later. They are data, in the files beside it.
package forms

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect/text"
	"go.yaml.in/yaml/v3"
)

//go:embed forms.yaml
var formsYAML []byte

// Forms are the words that are asked for by their form, by what they tell.
type Forms struct {
	Softeners         Set     `yaml:"softeners"`
	Strengtheners     Set     `yaml:"strengtheners"`
	Future            Set     `yaml:"future"`
	FutureSingular    Set     `yaml:"futuresingular"`
	PoliteEndings     Affixes `yaml:"politeendings"`
	FutureEndings     Affixes `yaml:"futureendings"`
	Ergative          Set     `yaml:"ergative"`
	Ourselves         Set     `yaml:"ourselves"`
	Own               Set     `yaml:"own"`
	TumEndings        Affixes `yaml:"tumendings"`
	FirstPerson       Set     `yaml:"firstperson"`
	Keep              Set     `yaml:"keep"`
	Kept              Set     `yaml:"keptthen"`
	Spared            Spared  `yaml:"spared"`
	HaveDone          Set     `yaml:"havedone"`
	JoinClauses       Set     `yaml:"joinclauses"`
	Joints            Joints  `yaml:"joints"`
	Begun             Set     `yaml:"begun"`
	Missing           Set     `yaml:"missing"`
	Compartments      Set     `yaml:"compartments"`
	InfinitiveEndings Affixes `yaml:"infinitiveendings"`
	ObliqueEndings    Affixes `yaml:"obliqueendings"`

	Raise Affixes `yaml:"raise"`
	Lower Affixes `yaml:"lower"`

	Apart struct {
		Remove ApartVerbs `yaml:"remove"`
		Finish ApartVerbs `yaml:"finish"`
		Put    ApartVerbs `yaml:"put"`
		Push   ApartVerbs `yaml:"push"`
		Deem   ApartVerbs `yaml:"deem"`
		Off    ApartVerbs `yaml:"off"` // are said of tasks unless the object is one of Worn
		Worn   Set        `yaml:"worn"`
		Plain  Set        `yaml:"plain"` // verbs that are said of tasks alone
	} `yaml:"apart"`
	Said Said `yaml:"said"`

	BesideNumbers Set     `yaml:"besidenumbers"`
	Items         Set     `yaml:"items"`
	Two           Set     `yaml:"two"`
	Old           Set     `yaml:"old"`
	Urging        Set     `yaml:"urging"`
	TimeUnits     Set     `yaml:"timeunits"`
	Things        Set     `yaml:"things"`
	LightNouns    Set     `yaml:"lightnouns"`
	Came          Set     `yaml:"came"`
	DoingVerbs    Set     `yaml:"doingverbs"`
	TakesObject   Set     `yaml:"takesobject"`
	DeedNouns     Set     `yaml:"deednouns"`
	Directions    Set     `yaml:"directions"`
	Vocatives     Set     `yaml:"vocatives"`
	Causing       Affixes `yaml:"causing"`
	Reading       Runs    `yaml:"reading"`
	Asides        Runs    `yaml:"asides"`
	Noting        Set     `yaml:"noting"`
	Having        Set     `yaml:"having"`
	Ordering      Set     `yaml:"ordering"`
	Kinds         Set     `yaml:"kinds"`
	Closing       Set     `yaml:"closing"`
	NoLonger      Runs    `yaml:"nolonger"`
	Openings      Runs    `yaml:"openings"`
	Whereabouts   Set     `yaml:"whereabouts"`
	Hurry         Runs    `yaml:"hurry"`
	Sorting       Sorting `yaml:"sorting"`
	Jotting       struct {
		Verbs     Set  `yaml:"verbs"`
		Objects   Set  `yaml:"objects"`
		Ahead     Set  `yaml:"ahead"`
		Particles Runs `yaml:"particles"`
	} `yaml:"jotting"`
	Endearments      Set               `yaml:"endearments"`
	TimePrepositions Set               `yaml:"timeprepositions"`
	Reminding        Runs              `yaml:"reminding"`
	Early            Runs              `yaml:"early"`
	ContractedLevels map[string]string `yaml:"contractedlevels"`
	BehindLevels     Runs              `yaml:"behindlevels"`
	Lest             Set               `yaml:"lest"`
	ShortYaad        Set               `yaml:"shortyaad"`
	Capping          struct {
		Before Runs `yaml:"before"`
		Behind Runs `yaml:"behind"`
	} `yaml:"capping"`

	Relatives   Set `yaml:"relatives"`
	NameJoints  Set `yaml:"namejoints"`
	Annexing    Set `yaml:"annexing"`
	MasjidKinds Set `yaml:"masjidkinds"`
	SoughtKinds Set `yaml:"soughtkinds"`
	NameNumbers Set `yaml:"namenumbers"`
	NameEnds    Set `yaml:"nameends"`
	AreaParts   Set `yaml:"areaparts"`

	QuestionVerbs Set `yaml:"questionverbs"`

	Requests Requests `yaml:"requests"`
	Embeds   Set      `yaml:"embeds"`

	Grammar Grammar `yaml:"grammar"`
	Unmeant Unmeant `yaml:"unmeant"`
	OneTask OneTask `yaml:"onetask"`

	// Told are the words of English by which something is told as done.
	Told struct {
		Mine        Set     `yaml:"mine"`
		Between     Set     `yaml:"between"`
		Past        Set     `yaml:"past"`
		NotPast     Set     `yaml:"notpast"`
		PastEndings Affixes `yaml:"pastendings"`
		SamePast    Set     `yaml:"samepast"`
		Passive     Set     `yaml:"passive"`
	} `yaml:"told"`
}

// ApartVerbs are verbs of English, and the particles with which they mean something else behind their object.
type ApartVerbs struct {
	Verbs     Set `yaml:"verbs"`
	Particles Set `yaml:"particles"`
}

// LoadForms reads forms.yaml.
func LoadForms() (*Forms, error) { return formsIn(formsYAML) }

func formsIn(data []byte) (*Forms, error) {
	var f Forms
	if err := Decode("forms.yaml", data, &f); err != nil {
		return nil, err
	}
	return &f, nil
}

// Decode reads a YAML file of words into a struct, and fails with a list that it does not have. The error begins with the file's name.
func Decode(name string, data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Set is a set of single words by their normal form.
type Set map[string]bool

// UnmarshalYAML reads a list of words, and fails with one that is no single word or stands twice.
func (f *Set) UnmarshalYAML(node *yaml.Node) error {
	list, err := singleWords(node)
	if err != nil {
		return err
	}
	*f = make(Set, len(list))
	for _, form := range list {
		if (*f)[form] {
			return fmt.Errorf("line %d: %q stands twice", node.Line, form)
		}
		(*f)[form] = true
	}
	return nil
}

// Affixes are how words begin or end.
type Affixes []string

// UnmarshalYAML reads a list of beginnings or endings.
func (a *Affixes) UnmarshalYAML(node *yaml.Node) error {
	list, err := singleWords(node)
	*a = list
	return err
}

// Begin says whether a word begins with one of them.
func (a Affixes) Begin(norm string) bool {
	return slices.ContainsFunc(a, func(beginning string) bool { return strings.HasPrefix(norm, beginning) })
}

// End says whether a word ends with one of them.
func (a Affixes) End(norm string) bool {
	return slices.ContainsFunc(a, func(ending string) bool { return strings.HasSuffix(norm, ending) })
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

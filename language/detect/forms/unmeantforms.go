package forms

import "github.com/salaatflow/platform/language/detect/text"

// Unmeant are the words that tell that a deed is not wanted now.
type Unmeant struct {
	Says          Set     `yaml:"says"`
	Until         Set     `yaml:"until"`
	Becoming      Set     `yaml:"becoming"`
	Unknown       Phrases `yaml:"unknown"`
	BeforeLeaving Set     `yaml:"beforeleaving"`
	Unsure        Set     `yaml:"unsure"`
	UnsureUrdu    Set     `yaml:"unsureurdu"`
	NotOthers     Set     `yaml:"notothers"`
	Almost        Set     `yaml:"almost"`
	OfTimes       Set     `yaml:"oftimes"`
	AboutTo       Phrases `yaml:"aboutto"`
	Besides       Set     `yaml:"besides"`
	Due           Phrases `yaml:"due"`
	Infinitive    Set     `yaml:"infinitive"`
	Musing        Runs    `yaml:"musing"`
	Relays        Set     `yaml:"relays"`
	NoLonger      Set     `yaml:"nolonger"`
	Closes        Set     `yaml:"closes"`
	Came          Set     `yaml:"came"`
	Wanted        Set     `yaml:"wanted"`
	Telling       Set     `yaml:"telling"`
	Seemed        Set     `yaml:"seemed"`
	Seeming       Set     `yaml:"seeming"`
	Reporting     Set     `yaml:"reporting"`
	ReportingNow  Phrases `yaml:"reportingnow"`
	Narrated      Set     `yaml:"narrated"`
}

// Phrase is two or three words, one after the other.
type Phrase struct {
	First Set `yaml:"first"`
	// Next is the second word, unless Beginnings tell it.
	Next       Set     `yaml:"next"`
	Beginnings Affixes `yaml:"beginnings"`
	// Third is the third; empty for any and for none.
	Third Set `yaml:"third"`
}

// Phrases are phrases of which one must stand there.
type Phrases []Phrase

// At reports whether one of the phrases begins with a token.
func (p Phrases) At(tokens []text.Token, i int) bool {
	for _, phrase := range p {
		if phrase.at(tokens, i) {
			return true
		}
	}
	return false
}

func (p *Phrase) at(tokens []text.Token, i int) bool {
	if i < 0 || i+1 >= len(tokens) || !p.First[tokens[i].Norm] {
		return false
	}
	if next := tokens[i+1].Norm; !p.Next[next] && !p.Beginnings.Begin(next) {
		return false
	}
	return len(p.Third) == 0 || i+2 < len(tokens) && p.Third[tokens[i+2].Norm]
}

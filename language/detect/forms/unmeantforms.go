package forms

import "github.com/salaatflow/platform/language/detect/text"

// Unmeant are the words that tell that a deed is not wanted now.
type Unmeant struct {
	Permits Runs `yaml:"permits"`

	Says          Set     `yaml:"says"`
	Crowd         Set     `yaml:"crowd"`
	Supposing     Set     `yaml:"supposing"`
	Supposed      Phrases `yaml:"supposed"`
	Until         Set     `yaml:"until"`
	Becoming      Set     `yaml:"becoming"`
	Whether       Set     `yaml:"whether"`
	Unknown       Phrases `yaml:"unknown"`
	Yours         Set     `yaml:"yours"`
	Addressed     Set     `yaml:"addressed"`
	Happening     Set     `yaml:"happening"`
	BeforeLeaving Set     `yaml:"beforeleaving"`
	Rather        Phrases `yaml:"rather"`
	Working       Set     `yaml:"working"`
	Unsure        Set     `yaml:"unsure"`
	UnsureUrdu    Set     `yaml:"unsureurdu"`
	Wish          Set     `yaml:"wish"`
	Hoped         Phrases `yaml:"hoped"`
	Will          Set     `yaml:"will"`
	ShortWill     Set     `yaml:"shortwill"`
	Going         Set     `yaml:"going"`
	Plans         Set     `yaml:"plans"`
	NotOthers     Set     `yaml:"notothers"`
	Meanwhile     Set     `yaml:"meanwhile"`
	FirstFuture   Affixes `yaml:"firstfuture"`
	FutureWords   Set     `yaml:"futurewords"`
	BeforeFuture  Affixes `yaml:"beforefuture"`
	WillDo        Set     `yaml:"willdo"`
	WeOrYouWill   Set     `yaml:"weoryouwill"`
	WeOrYouApart  Phrases `yaml:"weoryouapart"`
	Bearers       Affixes `yaml:"bearers"`
	Almost        Set     `yaml:"almost"`
	OfTimes       Set     `yaml:"oftimes"`
	AboutTo       Phrases `yaml:"aboutto"`
	Besides       Set     `yaml:"besides"`
	Expected      Set     `yaml:"expected"`
	Due           Phrases `yaml:"due"`
	Infinitive    Set     `yaml:"infinitive"`
	Disclaimed    Runs    `yaml:"disclaimed"`
	TakenBack     Runs    `yaml:"takenback"`
	NotNow        Runs    `yaml:"notnow"`
	Musing        Runs    `yaml:"musing"`
	Undecided     Runs    `yaml:"undecided"`
	Might         Set     `yaml:"might"`
	Relays        Set     `yaml:"relays"`
	NoLonger      Set     `yaml:"nolonger"`
	Lacking       Set     `yaml:"lacking"`
	Emphatic      Set     `yaml:"emphatic"`
	Closes        Set     `yaml:"closes"`
	Came          Set     `yaml:"came"`
	Wanted        Set     `yaml:"wanted"`
	Telling       Set     `yaml:"telling"`
	Seemed        Set     `yaml:"seemed"`
	Seeming       Set     `yaml:"seeming"`
	Reporting     Set     `yaml:"reporting"`
	Saying        Set     `yaml:"saying"`
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

package detect

import "github.com/salaatflow/platform/language/detect/text"

// unmeantForms are the words that tell that a deed is not wanted now.
type unmeantForms struct {
	Says          formSet     `yaml:"says"`
	Crowd         formSet     `yaml:"crowd"`
	Supposing     formSet     `yaml:"supposing"`
	Supposed      formPhrases `yaml:"supposed"`
	Until         formSet     `yaml:"until"`
	Becoming      formSet     `yaml:"becoming"`
	Whether       formSet     `yaml:"whether"`
	Unknown       formPhrases `yaml:"unknown"`
	Yours         formSet     `yaml:"yours"`
	Addressed     formSet     `yaml:"addressed"`
	Happening     formSet     `yaml:"happening"`
	BeforeLeaving formSet     `yaml:"beforeleaving"`
	Rather        formPhrases `yaml:"rather"`
	Unsure        formSet     `yaml:"unsure"`
	UnsureUrdu    formSet     `yaml:"unsureurdu"`
	Wish          formSet     `yaml:"wish"`
	Hoped         formPhrases `yaml:"hoped"`
	Will          formSet     `yaml:"will"`
	ShortWill     formSet     `yaml:"shortwill"`
	Going         formSet     `yaml:"going"`
	Plans         formSet     `yaml:"plans"`
	NotOthers     formSet     `yaml:"notothers"`
	Meanwhile     formSet     `yaml:"meanwhile"`
	FirstFuture   affixes     `yaml:"firstfuture"`
	FutureWords   formSet     `yaml:"futurewords"`
	BeforeFuture  affixes     `yaml:"beforefuture"`
	WillDo        formSet     `yaml:"willdo"`
	WeOrYouWill   formSet     `yaml:"weoryouwill"`
	WeOrYouApart  formPhrases `yaml:"weoryouapart"`
	Bearers       affixes     `yaml:"bearers"`
	Almost        formSet     `yaml:"almost"`
	OfTimes       formSet     `yaml:"oftimes"`
	AboutTo       formPhrases `yaml:"aboutto"`
	Besides       formSet     `yaml:"besides"`
	Expected      formSet     `yaml:"expected"`
	Due           formPhrases `yaml:"due"`
	Infinitive    formSet     `yaml:"infinitive"`
}

// formPhrase is two or three words, one after the other.
type formPhrase struct {
	First formSet `yaml:"first"`
	// Next is the second word, unless Beginnings tell it.
	Next       formSet `yaml:"next"`
	Beginnings affixes `yaml:"beginnings"`
	// Third is the third; empty for any and for none.
	Third formSet `yaml:"third"`
}

// formPhrases are phrases of which one must stand there.
type formPhrases []formPhrase

// at reports whether one of the phrases begins with a token.
func (p formPhrases) at(tokens []text.Token, i int) bool {
	for _, phrase := range p {
		if phrase.at(tokens, i) {
			return true
		}
	}
	return false
}

func (p *formPhrase) at(tokens []text.Token, i int) bool {
	if i < 0 || i+1 >= len(tokens) || !p.First[tokens[i].Norm] {
		return false
	}
	if next := tokens[i+1].Norm; !p.Next[next] && !p.Beginnings.begin(next) {
		return false
	}
	return len(p.Third) == 0 || i+2 < len(tokens) && p.Third[tokens[i+2].Norm]
}

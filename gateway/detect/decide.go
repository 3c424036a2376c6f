package detect

import (
	_ "embed"
	"fmt"
	"slices"

	l "github.com/salaatflow/platform/gateway/detect/lexicon"
	"github.com/salaatflow/platform/gateway/detect/model"
)

// weights are what cmd/detect-train makes of the corpora.
//
//go:embed weights.bin
var weights []byte

// learned is the model and which intents its classes are.
type learned struct {
	*model.Model
	intents []Intent
}

func loadModel() (*learned, error) {
	m, err := model.Read(weights)
	if err != nil {
		return nil, fmt.Errorf("weights.bin: %w; `make detect-train` makes it anew", err)
	}
	known := &learned{Model: m}
	for _, class := range m.Classes() {
		known.intents = append(known.intents, Intent(class))
	}
	if !slices.Contains(known.intents, Unknown) {
		return nil, fmt.Errorf("weights.bin: no class is %s", Unknown)
	}
	return known, nil
}

// decide finds the intent: the rules propose one, which is a feature among the others by which the model decides. Where
// the rules propose it only because of what was spoken of before, of which the model knows nothing, they decide.
func (d *Detector) decide(s *sentence, f *facts) (intent Intent, confidence float64, why string) {
	intent, confidence, why = d.rules.decide(f)
	if d.model == nil || len(s.words) == 0 {
		return intent, confidence, why
	}
	alone := f.alone()
	if alone.found != f.found {
		if _, _, rule := d.rules.decide(&alone); rule != why {
			return intent, confidence, why
		}
	}
	p := d.model.Score(d.features(s, &alone)).Probabilities(len(d.model.intents))
	best := 0
	for class := range d.model.intents {
		if p[class] > p[best] {
			best = class
		}
	}
	chosen, likely := d.model.intents[best], p[best]
	switch {
	case chosen == intent:
		return intent, likely, why
	case likely < sureWithoutWord && !speaksOf(f.concepts, chosen) && f.found == alone.found:
		return Unknown, 1 - likely, "the model's " + string(chosen) + " without a word for it, not " + why
	case chosen.Writes() && !intent.Writes() && (likely < sureToWrite || likely < surerToWrite && why == elsewhere):
		return intent, 1 - likely, why // rather nothing than a guess that changes a task
	}
	return chosen, likely, "the model, not " + why
}

// sureWithoutWord is how sure the model must be of what the sentence has no word for: of a hadith in which none is named.
const sureWithoutWord = 0.65

// speaksOf says whether a sentence that stands for these concepts names what an intent is about.
func speaksOf(concepts l.Set, intent Intent) bool {
	switch intent {
	case GetDailyHadith, GetRandomHadith:
		return concepts.Has(l.Hadith)
	case GetPrayerTimes, GetCurrentPrayer:
		return concepts.Has(l.Namaz, l.Prayer, l.Jamaat, l.Timetable)
	}
	return true
}

// sureToWrite is how sure the model must be to change a task where the rules see no reason to.
const sureToWrite = 0.5

// surerToWrite is how sure it must be where the rules see that something else is wanted: take the trash out.
const surerToWrite = 0.7

// elsewhere is the rule by which something is wanted that no tool does.
const elsewhere = "something else"

// byModelAlone is the reason of a sentence that no rule claims.
const byModelAlone = "the model, not "

// alone are the facts of the sentence without what was spoken of before it.
func (f *facts) alone() facts {
	alone := *f
	for _, about := range [...]fact{aboutTasks, aboutMasjids, aboutPrayers, aboutHadiths} {
		alone.found[about/64] &^= 1 << (about % 64)
	}
	return alone
}

package evaluation

import (
	"fmt"
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect"
)

// Now is when the sentences of corpora are said: Monday, 2 March 2026, 10:00 in Karachi.
func Now() time.Time { return time.Date(2026, time.March, 2, 5, 0, 0, 0, time.UTC) }

// Score is how many sentences and slots were understood.
type Score struct {
	Sentences, Right  int // right: an intent that is labelled
	Slots, SlotsRight int // of those that are labelled
	// Writes are sentences whose labels hold no write that were taken for a task's creation, change, completion or deletion.
	Writes int
}

// Intents is the share of sentences whose intent is right, 0 to 1.
func (s Score) Intents() float64 { return share(s.Right, s.Sentences) }

// Stated is the share of stated slots that are right, 0 to 1.
func (s Score) Stated() float64 { return share(s.SlotsRight, s.Slots) }

func share(part, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(part) / float64(all)
}

// Miss is a sentence that was misunderstood.
type Miss struct {
	Sentence Sentence
	Got      detect.Result
	Rule     string
	// Slots says what is wrong with the slots, where the intent is right.
	Slots []string
}

// Report is what was measured.
type Report struct {
	ByLanguage map[detect.Language]*Score
	All        Score
	Confusion  map[[2]detect.Intent]int // labelled, detected
	Misses     []Miss
}

// Measure runs a detector over labelled sentences.
func Measure(d *detect.Detector, sentences []Sentence) *Report {
	r := &Report{ByLanguage: map[detect.Language]*Score{}, Confusion: map[[2]detect.Intent]int{}}
	for _, s := range sentences {
		got, rule := d.Explain(detect.Input{Text: s.Text, Now: Now()})
		if r.ByLanguage[s.Lang] == nil {
			r.ByLanguage[s.Lang] = &Score{}
		}
		r.add(r.ByLanguage[s.Lang], s, got, rule)
	}
	for _, score := range r.ByLanguage {
		r.All.Sentences += score.Sentences
		r.All.Right += score.Right
		r.All.Slots += score.Slots
		r.All.SlotsRight += score.SlotsRight
		r.All.Writes += score.Writes
	}
	return r
}

func (r *Report) add(score *Score, s Sentence, got detect.Result, rule string) {
	score.Sentences++
	right := slices.Contains(s.Intents, got.Intent)
	labelled := s.Intents[0]
	if right {
		labelled = got.Intent
		score.Right++
	}
	r.Confusion[[2]detect.Intent{labelled, got.Intent}]++
	if got.Intent.Writes() && !slices.ContainsFunc(s.Intents, detect.Intent.Writes) {
		score.Writes++
	}
	values, wrong := found(got.Slots), []string(nil)
	for slot, want := range s.Slots {
		score.Slots++
		if equal(slot, want, values[slot]) {
			score.SlotsRight++
			continue
		}
		wrong = append(wrong, fmt.Sprintf("%s: %v, not %v", slot, values[slot], want))
	}
	slices.Sort(wrong)
	for slot, value := range values {
		if _, stated := s.Slots[slot]; !stated {
			wrong = append(wrong, fmt.Sprintf("(%s: %v)", slot, value)) // more than is labelled: shown, not counted
		}
	}
	if !right || len(wrong) > 0 && wrong[0][0] != '(' {
		r.Misses = append(r.Misses, Miss{Sentence: s, Got: got, Rule: rule, Slots: wrong})
	}
}

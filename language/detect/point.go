package detect

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/preamble"
)

const (
	// longWinded is from how many tokens on a message may tell of something else before it comes to the point.
	longWinded = 12
	// sureOfPoint is how sure it must be what the point is, read alone.
	sureOfPoint = 0.85
	// longestName is how many words the name of a task has at most that is not doubted.
	longestName = 5
)

// toThePoint reads a long message of which it is doubtful what it asks for as whole from where it may come to the point: my sister in law
// rang from Hyderabad about the wedding, anyway, put down book the train for Friday. The first part that asks for something surely is it.
func (d *Detector) toThePoint(s sentence, in meaning.Input, whole meaning.Result) (meaning.Result, string, bool) {
	if len(s.Tokens) < longWinded || whole.Plan.Several || whole.Cues.Later || whole.Cues.Asked != "" {
		return meaning.Result{}, "", false
	}
	for _, point := range d.preamble.Points(s.Tokens) {
		behind := in
		behind.Text = s.Original[s.Tokens[point.Token].Start:]
		if !mayBeThere(whole, point.How) {
			continue
		}
		if meant, rule := d.readWhole(d.read(behind.Text), behind); isPoint(meant, whole, point.How) {
			meant.Language = whole.Language
			return meant, rule + ", come to the point", true
		}
	}
	return meaning.Result{}, "", false
}

// mayBeThere reports whether the point may be looked for: nothing is known of the whole, or what it names is no name but a part of what is
// told.
func mayBeThere(whole meaning.Result, how preamble.How) bool {
	switch {
	case whole.Intent == meaning.Unknown:
		return true
	case !whole.Intent.Writes():
		return whole.Confidence < sureOfPoint
	}
	return how == preamble.Behind && (whole.Slots.Due != nil || len(strings.Fields(named(whole.Slots))) > longestName)
}

// isPoint reports whether a part asks for something surely. To change a task it must say which, without pointing at what was told before,
// and change it as the whole does where that is known.
func isPoint(meant, whole meaning.Result, how preamble.How) bool {
	if meant.Intent == meaning.Unknown || meant.Confidence < sureOfPoint {
		return false
	}
	if !meant.Intent.Writes() {
		return !whole.Intent.Writes()
	}
	if how == preamble.Mark || whole.Intent != meaning.Unknown && (meant.Intent != whole.Intent || meant.Cues.Pronoun) {
		return false
	}
	name, before := named(meant.Slots), named(whole.Slots)
	if whole.Intent != meaning.Unknown && len(strings.Fields(before)) <= longestName {
		return name == before && meant.Slots.Due != nil && !meant.Cues.ClockOnly // long day today, anyway remind me on Friday
	}
	return meant.Slots.TaskID != nil || meant.Plan.Several || name != "" && name != before
}

// named is the title or the task that is named; "" for none.
func named(slots meaning.Slots) string {
	switch {
	case slots.Title != nil:
		return *slots.Title
	case slots.TaskRef != nil:
		return *slots.TaskRef
	}
	return ""
}

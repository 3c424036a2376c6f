package detect

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

const (
	// withMore is from how many tokens on a message may say more behind what it asks for.
	withMore = 8
	// shortestHead and shortestTail are how few words ask for something, and how few are more.
	shortestHead, shortestTail = 2, 3
	// mostEnds is how many places of a message are looked at where what is asked for may end.
	mostEnds = 3
	// sureOfHead is how sure it must be what the beginning of a message asks for.
	sureOfHead = 0.9
	// sureUnknown is how sure it is that a message asks for nothing.
	sureUnknown = 0.95
)

// beforeMore reads a message of which it is doubtful what it asks for as whole up to where it may only tell more: show me the Maghrib
// ones, with the exams I forget everything; has Isha begun, I must pull the shutter down first. No task is changed by a part of a message.
func (d *Detector) beforeMore(s sentence, in meaning.Input, whole meaning.Result) (meaning.Result, string, bool) {
	if len(s.Tokens) < withMore || whole.Plan.Several || whole.Cues.Later || whole.Cues.Asked != "" || !mayTellMore(whole) {
		return meaning.Result{}, "", false
	}
	ends := 0
	for i := shortestHead; i+shortestTail <= len(s.Words) && ends < mostEnds; i++ {
		if !s.Before(i).Ends() || s.Before(i).Has(text.Colon) {
			continue
		}
		ends++
		at := s.Tokens[s.Words[i].First].Start
		head, rest := in, in
		head.Text, rest.Text = s.Original[:at], s.Original[at:]
		asked, rule := d.readWhole(d.read(head.Text), head)
		if !asksBefore(asked, whole, head.Text) || !d.onlyTells(rest) {
			continue
		}
		asked.Language = whole.Language
		return asked, rule + ", and more told", true
	}
	return meaning.Result{}, "", false
}

// mayTellMore reports whether what was made of a whole message is doubtful.
func mayTellMore(whole meaning.Result) bool {
	if whole.Intent == meaning.Unknown {
		return whole.Confidence < sureUnknown
	}
	return whole.Intent.Writes()
}

// asksBefore reports whether the beginning of a message asks surely to be told something, and what the whole would change is named
// behind it.
func asksBefore(asked, whole meaning.Result, head string) bool {
	if asked.Intent == meaning.Unknown || asked.Intent.Writes() || asked.Confidence < sureOfHead {
		return false
	}
	if whole.Intent.Writes() {
		name := strings.Fields(named(whole.Slots))
		return len(name) > 0 && !strings.Contains(head, name[0])
	}
	return true
}

// onlyTells reports whether what follows a request asks for nothing and takes nothing back.
func (d *Detector) onlyTells(rest meaning.Input) bool {
	s := d.read(rest.Text)
	if s.Is(0, l.No, l.Not, l.But, l.If, l.Or, l.And) {
		return false
	}
	told, _ := d.readWhole(s, rest)
	return told.Intent == meaning.Unknown || told.Confidence < sureOfPoint
}

package main

import (
	"strings"
	"unicode"

	"github.com/salaatflow/platform/language/spelling"
)

// leastAlias is how many letters an alternate name in Latin script has at least: shorter ones are mostly codes.
const leastAlias = 4

// known says whether an alternate name is one by which people call a town: in Arabic script, or in Latin script as names are written.
// Others
// are codes of airports, and other scripts in Latin letters.
func known(name string) bool {
	name = beforeComma(name)
	if arabic(name) {
		return true
	}
	first, capitals, letters := rune(0), 0, 0
	for _, r := range name {
		switch {
		case unicode.Is(unicode.Latin, r):
			letters++
			if first == 0 {
				first = r
			}
			if unicode.IsUpper(r) {
				capitals++
			}
		case r > unicode.MaxASCII && unicode.IsLetter(r), unicode.IsDigit(r):
			return false
		}
	}
	return unicode.IsUpper(first) && capitals < letters && len([]rune(spelling.Key(name))) >= leastAlias
}

// arabic says whether a name has letters of Arabic script alone.
func arabic(name string) bool {
	some := false
	for _, r := range name {
		if unicode.Is(unicode.Arabic, r) {
			some = true
		} else if unicode.IsLetter(r) {
			return false
		}
	}
	return some
}

// beforeComma is a name without what says where it is: لندن، اونٹاریو.
func beforeComma(name string) string {
	name, _, _ = strings.Cut(name, "،")
	return strings.TrimSpace(name)
}

const (
	onlyUrdu = "ٹڈڑںےھہ"
	ofUrdu   = "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوءیآئؤۂۓ \u200c-" + onlyUrdu
)

// inUrdu writes letters that Arabic has in another form as Urdu does.
var inUrdu = strings.NewReplacer("ي", "ی", "ى", "ی", "ك", "ک", "ة", "ہ", "ه", "ہ", "أ", "ا", "إ", "ا", "ٱ", "ا")

// urduOf is the alternate name that is most like one of Urdu; empty if none is in its letters.
func urduOf(alternates []string) (best string) {
	most := 0
	for _, name := range alternates {
		name = beforeComma(name)
		if !arabic(name) {
			continue
		}
		written := inUrdu.Replace(name)
		if strings.ContainsFunc(written, func(r rune) bool { return !strings.ContainsRune(ofUrdu, r) }) {
			continue
		}
		likeness := 1
		if written == name {
			likeness += 2
		}
		if strings.ContainsAny(name, onlyUrdu) {
			likeness += 4
		}
		if likeness > most {
			most, best = likeness, written
		}
	}
	return best
}

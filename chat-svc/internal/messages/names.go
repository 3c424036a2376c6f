package messages

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// names are the proper names in the tools' results, in English, with those of other languages.
type names map[string]map[detect.Language]string

func readNames() (names, error) {
	raw, err := files.ReadFile("data/names.json")
	if err != nil {
		return nil, fmt.Errorf("messages: %w", err)
	}
	var known names
	if err := json.Unmarshal(raw, &known); err != nil {
		return nil, fmt.Errorf("messages: names: %w", err)
	}
	return known, nil
}

// Name returns what the language calls a book of hadiths or an authority for prayer times, given its English name. It returns any
// other name as Data.
func (b *Book) Name(english string) string {
	if own := b.names[english][b.Language]; own != "" {
		return own
	}
	return Data(english)
}

// Reference returns where a hadith stands as the language writes it, such as «صحیح بخاری ۶۵۰۲؛ اربعین نووی ۳۸», given the
// tools' "Sahih al-Bukhari 6502; Forty Hadith of al-Nawawi 38".
func (b *Book) Reference(english string) string {
	places := strings.Split(english, "; ")
	for i, place := range places {
		places[i] = b.place(place)
	}
	return strings.Join(places, b.Say("semicolon", nil))
}

// place returns a book with a number and perhaps a note in parentheses.
func (b *Book) place(english string) string {
	place, note, noted := english, "", false
	if body, closed := strings.CutSuffix(english, ")"); closed {
		place, note, noted = strings.Cut(body, " (")
	}
	said := b.Name(place)
	if at := strings.LastIndexByte(place, ' '); at > 0 && strings.ContainsAny(place[at:], "0123456789") {
		said = b.Name(place[:at]) + " " + b.digits(Data(place[at+1:]))
	}
	if noted {
		said += " (" + b.Name(note) + ")"
	}
	return said
}

package evaluation

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/text"
)

// found are the slots of a result by their names.
func found(slots detect.Slots) map[string]any {
	var all map[string]any
	encoded, err := json.Marshal(slots)
	if err == nil {
		err = json.Unmarshal(encoded, &all)
	}
	if err != nil {
		panic(fmt.Sprintf("slots are no JSON: %v", err)) // plain strings and numbers always are
	}
	return all
}

// equal compares two values of a slot as a person would: no difference of case, of code points or of invisible characters;
// names of masjids without "masjid", titles and references whatever the ending of their verb. Of a list any value is right.
func equal(slot string, want, got any) bool {
	if got == nil {
		return false
	}
	if either, ok := want.([]any); ok {
		return slices.ContainsFunc(either, func(one any) bool { return equal(slot, one, got) })
	}
	a, b := words(fmt.Sprint(want)), words(fmt.Sprint(got))
	switch slot {
	case "masjid_name":
		a, b = nameOnly(a), nameOnly(b)
		if latin := lenience.Latin[strings.Join(b, " ")]; latin != "" && latin == strings.Join(a, "") {
			return true
		}
		return strings.Join(a, "") == strings.Join(b, "")
	case "title", "task_ref":
		return slices.Equal(infinitives(a), infinitives(b)) || prayerOnly(a, b)
	case "due":
		return toTheSecond(fmt.Sprint(want)) == toTheSecond(fmt.Sprint(got))
	default:
		return slices.Equal(a, b)
	}
}

// toTheSecond writes the seconds of a local time where they are left out.
func toTheSecond(due string) string {
	if len(due) == len("2006-01-02T15:04") {
		return due + ":00"
	}
	return due
}

func words(value string) []string {
	s := text.Parse(value)
	all := make([]string, 0, len(s.Tokens))
	for _, token := range s.Tokens {
		all = append(all, token.Norm)
	}
	return all
}

func nameOnly(name []string) []string {
	return slices.DeleteFunc(slices.Clone(name), func(word string) bool { return slices.Contains(lenience.Masjids, word) })
}

// TitleWords are the words of a title, the same whatever the form of letters and the ending of an infinitive: parhne, parhna.
func TitleWords(title string) []string { return infinitives(words(title)) }

// Equal reports whether a value of a slot is the one that is labelled.
func Equal(slot string, want, got any) bool { return equal(slot, want, got) }

// infinitives writes parhne and parhni as parhna.
func infinitives(words []string) []string {
	all := slices.Clone(words)
	for i := range all {
		all[i] = infinitive(all[i])
	}
	return all
}

func infinitive(word string) string {
	for _, one := range lenience.Infinitives {
		for _, ending := range one.Endings {
			if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) > 1 {
				return rest + one.As
			}
		}
	}
	return word
}

// prayerOnly says whether "Fajr prayer" stands where "Fajr" is wanted.
func prayerOnly(want, got []string) bool {
	return len(want) == 1 && len(got) == 2 && want[0] == got[0] && slices.Contains(lenience.Prayers, got[1])
}

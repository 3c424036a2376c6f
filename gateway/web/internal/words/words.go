// Package words is what the pages say, in English, Roman Urdu and Urdu.
package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Tags of the languages, as profiles and the chat write them.
const (
	English   = "en"
	RomanUrdu = "ur-Latn"
	Urdu      = "ur"
)

// Tags are the languages that pages are in.
func Tags() []string { return []string{English, RomanUrdu, Urdu} }

//go:embed data/*.json
var data embed.FS

// Language is what the pages say in one language. It is immutable.
type Language struct {
	// Tag is the language's, and Dir the direction of its script: ltr or rtl.
	Tag, Dir string
	texts    map[string]string
}

// Load returns the languages by tag.
func Load() (map[string]*Language, error) {
	languages := map[string]*Language{}
	for _, tag := range Tags() {
		language := &Language{Tag: tag, Dir: "ltr", texts: map[string]string{}}
		if tag == Urdu {
			language.Dir = "rtl"
		}
		for _, name := range []string{"data/" + tag + ".json", "data/console." + tag + ".json", "data/docs." + tag + ".json"} {
			if err := language.read(name); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		languages[tag] = language
	}
	return languages, nil
}

// read adds the texts of a file.
func (l *Language) read(name string) error {
	file, err := data.ReadFile(name)
	if err != nil {
		return err
	}
	var texts map[string]string
	if err := json.Unmarshal(file, &texts); err != nil {
		return err
	}
	for key, text := range texts {
		if l.Has(key) {
			return fmt.Errorf("%q is in another file too", key)
		}
		l.texts[key] = text
	}
	return nil
}

// Has reports whether there is a text with this key.
func (l *Language) Has(key string) bool { _, ok := l.texts[key]; return ok }

// Keys returns the keys of all texts, in no order.
func (l *Language) Keys() []string {
	keys := make([]string, 0, len(l.texts))
	for key := range l.texts {
		keys = append(keys, key)
	}
	return keys
}

// AtLeast is a number of things that were not all counted.
type AtLeast int

// Say returns a text with its placeholders filled: pairs are a name and its value, in turn. It fails for a key that there
// is not.
func (l *Language) Say(key string, pairs ...any) (string, error) {
	text, ok := l.texts[key]
	if !ok {
		return "", fmt.Errorf("there is no text %q in %s: add it to each file of gateway/web/internal/words/data", key, l.Tag)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		var value string
		switch given := pairs[i+1].(type) {
		case int:
			value = l.Number(given)
		case AtLeast:
			value = l.Number(int(given)) + "+"
		default:
			value = fmt.Sprint(given)
		}
		text = strings.ReplaceAll(text, "{"+fmt.Sprint(pairs[i])+"}", value)
	}
	return text, nil
}

// Name returns the text of a value that the platform names, such as priority.high, or the value itself where the pages have
// no word for it.
func (l *Language) Name(kind, value string) string {
	if text, ok := l.texts[kind+"."+value]; ok {
		return text
	}
	return value
}

// Number returns a number in the language's digits.
func (l *Language) Number(number int) string { return l.Digits(strconv.Itoa(number)) }

// Digits returns a text with its digits written as the language writes them.
func (l *Language) Digits(text string) string {
	if l.Tag != Urdu {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + '۰'
		}
		return r
	}, text)
}

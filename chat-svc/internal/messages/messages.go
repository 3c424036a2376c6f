// Package messages holds what the chat says in English, Roman Urdu and Urdu: a catalogue of the same sentences in
// each language, and dates, times and numbers in words.
package messages

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
)

//go:embed data/*.json
var files embed.FS

// Languages returns the languages that the chat speaks.
func Languages() []detect.Language {
	return []detect.Language{detect.English, detect.RomanUrdu, detect.Urdu}
}

// Catalogue holds the messages of all languages. It is immutable and safe for concurrent use.
type Catalogue struct {
	books   map[detect.Language]*Book
	tongues map[string]string
}

// Book holds the messages of one language.
type Book struct {
	Language detect.Language
	messages map[string]message
	names    names
	urdu     map[string]string // countries by their codes
}

// message is a text with {placeholders}: one form for a count of 1 and another for all others. Ways are other ways to say it.
type message struct {
	One, Other string
	ways       []string
}

// UnmarshalJSON reads a text, an object with the members one and other, or a list of ways to say the same.
func (m *message) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '[' {
		if err := json.Unmarshal(raw, &m.ways); err != nil {
			return err
		}
		if len(m.ways) == 0 {
			return errors.New("a message has an empty list of ways to say it")
		}
		m.One, m.Other = m.ways[0], m.ways[0]
		return nil
	}
	if len(raw) > 0 && raw[0] == '"' {
		err := json.Unmarshal(raw, &m.Other)
		m.One = m.Other
		return err
	}
	var forms struct{ One, Other string }
	if err := json.Unmarshal(raw, &forms); err != nil {
		return err
	}
	m.One, m.Other = forms.One, forms.Other
	return nil
}

// New reads the embedded messages.
func New() (*Catalogue, error) {
	known, err := readNames()
	if err != nil {
		return nil, err
	}
	urdu, err := gazetteer.UrduCountries()
	if err != nil {
		return nil, fmt.Errorf("messages: %w", err)
	}
	c := &Catalogue{books: map[detect.Language]*Book{}}
	tongues, err := files.ReadFile("data/languages.json")
	if err != nil {
		return nil, fmt.Errorf("messages: %w", err)
	}
	if err := json.Unmarshal(tongues, &c.tongues); err != nil {
		return nil, fmt.Errorf("messages: languages.json: %w", err)
	}
	for _, language := range Languages() {
		raw, err := files.ReadFile("data/" + string(language) + ".json")
		if err != nil {
			return nil, fmt.Errorf("messages: %w", err)
		}
		book := &Book{Language: language, names: known, urdu: urdu}
		if err := json.Unmarshal(raw, &book.messages); err != nil {
			return nil, fmt.Errorf("messages: %s: %w", language, err)
		}
		c.books[language] = book
	}
	return c, nil
}

// In returns the messages of a language, or the English ones if the chat does not speak it.
func (c *Catalogue) In(language detect.Language) *Book {
	if book := c.books[language]; book != nil {
		return book
	}
	return c.books[detect.English]
}

// InTongue says in a language that the chat does not speak which it does; empty for one that it knows nothing of.
func (c *Catalogue) InTongue(language string) string { return c.tongues[language] }

// Args are the values of a message's placeholders. An int is written in the digits of the language, and the one named
// count selects the form; a string is inserted as it is.
type Args map[string]any

// Say returns a message. For an unknown key, which is a programming error that a test finds, it returns the key.
func (b *Book) Say(key string, args Args) string {
	m, ok := b.messages[key]
	if !ok {
		return key
	}
	if args["count"] == 1 {
		return b.filled(m.One, args)
	}
	return b.filled(m.Other, args)
}

// SayTime returns a message as it is said the next time after so many: each time in another way, where there are several.
func (b *Book) SayTime(key string, times int, args Args) string {
	if ways := b.messages[key].ways; ways != nil {
		return b.filled(ways[times%len(ways)], args)
	}
	return b.Say(key, args)
}

// filled puts arguments into a text.
func (b *Book) filled(text string, args Args) string {
	var said strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		said.WriteString(before)
		if !found {
			return said.String()
		}
		var name string
		name, text, _ = strings.Cut(rest, "}")
		said.WriteString(b.argument(args[name]))
	}
}

func (b *Book) argument(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case int:
		return b.Number(value)
	case int32:
		return b.Number(int(value))
	default:
		return ""
	}
}

// Has reports whether the catalogue has a message.
func (b *Book) Has(key string) bool {
	_, ok := b.messages[key]
	return ok
}

// List joins things with the language's comma.
func (b *Book) List(things []string) string { return strings.Join(things, b.Say("comma", nil)) }

// Choices joins things of which one is to be chosen: "Missouri, Ohio or Oregon".
func (b *Book) Choices(things []string) string {
	if len(things) < 2 {
		return b.List(things)
	}
	last := len(things) - 1
	return b.Say("either", Args{"things": b.List(things[:last]), "last": things[last]})
}

// Sentence returns a text that begins with a capital letter, where its script has such.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if !unicode.IsLower(first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

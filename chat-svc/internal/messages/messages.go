// Package messages is what the chat says, in English, Roman Urdu and Urdu: a catalogue of the same sentences in each, and
// dates, times and numbers as people say them.
package messages

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

//go:embed data/*.json
var files embed.FS

// Languages are those that the chat speaks.
func Languages() []detect.Language {
	return []detect.Language{detect.English, detect.RomanUrdu, detect.Urdu}
}

// Catalogue has the messages of all languages. It never changes and may be shared.
type Catalogue struct {
	books map[detect.Language]*Book
}

// Book has the messages of one language.
type Book struct {
	Language detect.Language
	messages map[string]message
}

// message is what is said, with {placeholders}: one text, or one for a count of 1 and another for all others.
type message struct{ One, Other string }

// UnmarshalJSON reads a text, or an object with the members one and other.
func (m *message) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		err := json.Unmarshal(raw, &m.Other)
		m.One = m.Other
		return err
	}
	var forms struct{ One, Other string }
	if err := json.Unmarshal(raw, &forms); err != nil {
		return err
	}
	*m = message(forms)
	return nil
}

// New reads the messages that come with the program.
func New() (*Catalogue, error) {
	c := &Catalogue{books: map[detect.Language]*Book{}}
	for _, language := range Languages() {
		raw, err := files.ReadFile("data/" + string(language) + ".json")
		if err != nil {
			return nil, fmt.Errorf("messages: %w", err)
		}
		book := &Book{Language: language}
		if err := json.Unmarshal(raw, &book.messages); err != nil {
			return nil, fmt.Errorf("messages: %s: %w", language, err)
		}
		c.books[language] = book
	}
	return c, nil
}

// In gives the messages of a language; those in English for one that the chat does not speak.
func (c *Catalogue) In(language detect.Language) *Book {
	if book := c.books[language]; book != nil {
		return book
	}
	return c.books[detect.English]
}

// Args are what the placeholders of a message stand for. An int is written in the digits of the language, and the one
// called count chooses between one and other; a string is written as it stands.
type Args map[string]any

// Say gives a message. A key that the catalogue has not is a mistake in the program, which a test finds; it comes back
// as it is.
func (b *Book) Say(key string, args Args) string {
	m, ok := b.messages[key]
	if !ok {
		return key
	}
	text := m.Other
	if args["count"] == 1 {
		text = m.One
	}
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

// Has says whether the catalogue has a message.
func (b *Book) Has(key string) bool {
	_, ok := b.messages[key]
	return ok
}

// List joins things with the language's comma.
func (b *Book) List(things []string) string { return strings.Join(things, b.Say("comma", nil)) }

// Package answer reads what a tool says of its results: a text with a few braces, which a stranger wrote. It is checked against the
// message of the results when it is read, computes nothing, and what it writes is bounded.
package answer

import (
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// The most characters of a template, of what it writes, and of one text in that; how many items of a list it writes; and how
// deeply parts may stand in each other.
const (
	MaxLength  = 2000
	maxWritten = 4000
	maxText    = 1000
	maxItems   = 20
	maxDepth   = 4
)

// Template writes results in words. It is immutable and safe for concurrent use.
type Template struct{ parts []part }

// part writes something of the fields that it is about.
type part interface {
	write(w *writer, fields map[string]any)
}

// Speaker says values in a language.
type Speaker interface {
	Text(text string) string
	Number(number float64) string
	Truth(yes bool) string
	List(things []string) string
}

// Parse reads a template for results of a message. It fails with what is wrong and where, such as a field that the message lacks.
func Parse(text string, result protoreflect.MessageDescriptor) (*Template, error) {
	p := &parser{rest: text}
	if n := utf8.RuneCountInString(text); n > MaxLength || strings.TrimSpace(text) == "" {
		return nil, p.errorf("it has %d characters, and has to have 1 to %d", n, MaxLength)
	}
	parts, end, err := p.parts(result, 0)
	if err != nil {
		return nil, err
	}
	if end != "" {
		return nil, p.errorf("{%s} ends nothing", end)
	}
	return &Template{parts}, nil
}

// Write returns what the template says of a result, which is the JSON object of the message, decoded.
func (t *Template) Write(result map[string]any, speaker Speaker) string {
	w := &writer{speaker: speaker, room: maxWritten}
	for _, part := range t.parts {
		part.write(w, result)
	}
	return strings.TrimSpace(w.text.String())
}

// writer writes until its room is used up.
type writer struct {
	text    strings.Builder
	speaker Speaker
	room    int
}

func (w *writer) say(text string) {
	if w.room <= 0 {
		return
	}
	text = clipped(text, w.room)
	w.room -= utf8.RuneCountInString(text)
	w.text.WriteString(text)
}

// clipped returns at most so many characters of a text, and a sign that there are more.
func clipped(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// literal is text that is written as it is.
type literal string

func (l literal) write(w *writer, _ map[string]any) { w.say(string(l)) }

// path leads to a field.
type path []string

func (p path) in(fields map[string]any) any {
	var value any = fields
	for _, name := range p {
		inside, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = inside[name]
	}
	return value
}

// field writes a value, or a list of values.
type field struct{ path }

func (f field) write(w *writer, fields map[string]any) {
	value := f.in(fields)
	list, isList := value.([]any)
	if !isList {
		w.say(w.spoken(value))
		return
	}
	var things []string
	for _, one := range list[:min(len(list), maxItems)] {
		things = append(things, w.spoken(one))
	}
	if len(list) > maxItems {
		things = append(things, "…")
	}
	w.say(w.speaker.List(things))
}

func (w *writer) spoken(value any) string {
	switch value := value.(type) {
	case string:
		return w.speaker.Text(clipped(value, maxText))
	case float64:
		return w.speaker.Number(value)
	case bool:
		return w.speaker.Truth(value)
	default: // nothing is there
		return ""
	}
}

// count writes how long a list is.
type count struct{ path }

func (c count) write(w *writer, fields map[string]any) {
	list, _ := c.in(fields).([]any)
	w.say(w.speaker.Number(float64(len(list))))
}

// each writes its parts of each item of a list.
type each struct {
	path
	parts []part
}

func (e each) write(w *writer, fields map[string]any) {
	list, _ := e.in(fields).([]any)
	for i, one := range list {
		if i == maxItems || w.room <= 0 {
			w.say("…")
			return
		}
		item, _ := one.(map[string]any)
		for _, part := range e.parts {
			part.write(w, item)
		}
	}
}

// choice writes one of two, by whether something is there.
type choice struct {
	path
	yes, no []part
}

func (c choice) write(w *writer, fields map[string]any) {
	parts := c.no
	if isThere(c.in(fields)) {
		parts = c.yes
	}
	for _, part := range parts {
		part.write(w, fields)
	}
}

// isThere reports whether a value is neither missing nor empty, false or 0.
func isThere(value any) bool {
	switch value := value.(type) {
	case nil:
		return false
	case []any:
		return len(value) > 0
	default:
		return value != "" && value != false && value != 0.0
	}
}

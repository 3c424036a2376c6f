package toolchoice

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/services/languagemodel"
)

// now is when all requests are made, and zone where: they say tomorrow and Friday.
var (
	zone = time.FixedZone("Asia/Karachi", 5*60*60)
	now  = time.Date(2026, time.November, 29, 10, 0, 0, 0, zone)
)

// comparison compares the calls of one tool with those that are right.
type comparison struct {
	parameters map[string]parameter
	free       []string
	defaults   map[string]any
}

func newComparison(tool languagemodel.Tool, allowed tolerance) (comparison, error) {
	parameters, err := parametersOf(tool)
	if err != nil {
		return comparison{}, err
	}
	defaults := map[string]any{}
	for name, parameter := range parameters {
		if parameter.Default != nil {
			defaults[name] = parameter.Default
		}
	}
	for name, value := range allowed.Defaults[tool.Name] {
		defaults[name] = value
	}
	return comparison{parameters, allowed.Free[tool.Name], defaults}, nil
}

// differ returns in what a call's arguments are others than the right ones; empty if in nothing that counts.
func (c comparison) differ(right Request, made json.RawMessage) string {
	var given map[string]any
	if err := json.Unmarshal(made, &given); err != nil {
		return err.Error()
	}
	for name, want := range right.Arguments {
		got, ok := given[name]
		if !ok {
			got = c.defaults[name]
		}
		switch {
		case got == nil:
			return fmt.Sprintf("%s is missing", name)
		case !slices.Contains(c.free, name) && !c.same(name, got, slices.Concat(right.Or[name], []any{want})):
			return fmt.Sprintf("%s is %v, not %v", name, got, want)
		}
	}
	for name, got := range given {
		_, wanted := right.Arguments[name]
		if !wanted && !slices.Contains(c.free, name) && !c.isDefault(name, got) {
			return fmt.Sprintf("%s is %v, which nobody said", name, got)
		}
	}
	return ""
}

func (c comparison) isDefault(name string, got any) bool {
	value, ok := c.defaults[name]
	return ok && c.same(name, got, []any{value})
}

// same reports whether a value is as right as one of these.
func (c comparison) same(name string, got any, right []any) bool {
	return slices.ContainsFunc(right, func(want any) bool {
		gotText, isText := got.(string)
		wantText, wantsText := want.(string)
		switch {
		case !isText || !wantsText:
			return got == want
		case name == dueDatetime:
			return sameMoment(gotText, wantText)
		case len(c.parameters[name].Enum) > 0 || isExact.MatchString(wantText):
			return gotText == wantText
		default:
			return holds(gotText, wantText)
		}
	})
}

// dueDatetime is the parameter that can be written in several ways.
const dueDatetime = "due_datetime"

// isExact matches texts that can be written in one way: dates and numbers.
var isExact = regexp.MustCompile(`^[0-9][0-9-]*$`)

var momentForms = []string{
	time.RFC3339, "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", time.DateTime, time.DateOnly,
}

func sameMoment(a, b string) bool {
	one, ok := moment(a)
	other, also := moment(b)
	return ok && also && one.Equal(other)
}

func moment(text string) (time.Time, bool) {
	for _, form := range momentForms {
		if at, err := time.ParseInLocation(form, text, zone); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// holds reports whether a text has all words of another, however they are spelt in capitals and marks.
func holds(given, words string) bool {
	has := normal(given)
	for _, word := range normal(words) {
		if !slices.Contains(has, word) {
			return false
		}
	}
	return true
}

func normal(of string) (words []string) {
	for _, token := range text.Parse(of).Tokens {
		words = append(words, token.Norm)
	}
	return words
}

package parameters

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/suggest"
)

// Given is what the words behind a tool's name say.
type Given struct {
	// Help is asked for.
	Help bool
	// Input means that standard input has a JSON object of arguments.
	Input bool
	// Values are the arguments by name, as JSON.
	Values map[string]json.RawMessage
}

// Parse reads words: --parameter VALUE, --parameter=VALUE, key=VALUE, where the schema determines the type, key:=JSON, and -
// for standard input. Of a tool whose parameters are not known (nil), each flag is taken for one. A key that is no parameter
// is given as text, for the gateway to reject by name.
func Parse(words []string, parameters []Parameter) (Given, error) {
	given := Given{Values: map[string]json.RawMessage{}}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch {
		case word == "--help" || word == "-h":
			given.Help = true
		case word == "-":
			given.Input = true
		case strings.HasPrefix(word, "--"):
			var err error
			if words, err = given.flag(word, words, parameters); err != nil {
				return given, err
			}
		default:
			if err := given.pair(word, parameters); err != nil {
				return given, err
			}
		}
	}
	return given, nil
}

// flag reads a flag and, from the words behind it, its value. It returns the words that are left.
func (g Given) flag(word string, rest []string, parameters []Parameter) ([]string, error) {
	name, value, assigned := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	p, err := byFlag(name, parameters)
	if err != nil {
		return nil, err
	}
	switch isSwitch := slices.Equal(p.Types, []string{"boolean"}); {
	case assigned:
	case isSwitch && (len(rest) == 0 || rest[0] != "true" && rest[0] != "false"):
		value = "true"
	case len(rest) == 0 || strings.HasPrefix(rest[0], "--"):
		return nil, fmt.Errorf("--%s needs a value: %s=VALUE", name, p.Flag())
	default:
		value, rest = rest[0], rest[1:]
	}
	typed := p.typed(value)
	before, twice := g.Values[p.Name]
	switch {
	case !twice:
	case p.Is("array") && json.Unmarshal(before, new([]json.RawMessage)) == nil:
		typed = slices.Concat(before[:len(before)-1], []byte(","), typed[1:]) // each adds to the list
	default:
		return nil, fmt.Errorf("--%s is given twice", name)
	}
	g.Values[p.Name] = typed
	return rest, nil
}

func byFlag(name string, parameters []Parameter) (Parameter, error) {
	key := strings.ReplaceAll(name, "-", "_")
	if parameters == nil {
		return Parameter{Name: key}, nil
	}
	flags := make([]string, 0, len(parameters))
	for _, p := range parameters {
		if p.Name == name || p.Name == key {
			return p, nil
		}
		flags = append(flags, p.Flag())
	}
	return Parameter{}, fmt.Errorf("unknown flag --%s%s", name, suggest.Question("--"+name, flags))
}

// pair reads key=value or key:=JSON.
func (g Given) pair(word string, parameters []Parameter) error {
	key, value, found := strings.Cut(word, "=")
	if !found || key == "" || key == ":" {
		return fmt.Errorf("%q is not an argument: write --parameter VALUE, key=value or key:=JSON", word)
	}
	name, isJSON := strings.CutSuffix(key, ":")
	if isJSON && !json.Valid([]byte(value)) {
		return fmt.Errorf("%s: %q is not JSON", name, value)
	}
	if _, twice := g.Values[name]; twice {
		return fmt.Errorf("%s is given twice", name)
	}
	if isJSON {
		g.Values[name] = json.RawMessage(value)
		return nil
	}
	p := Parameter{Name: name}
	if i := slices.IndexFunc(parameters, func(p Parameter) bool { return p.Name == name }); i >= 0 {
		p = parameters[i]
	}
	g.Values[name] = p.typed(value)
	return nil
}

// typed converts text to JSON of the parameter's type if possible, and to a string otherwise, so that the gateway can name
// the expected type.
func (p Parameter) typed(text string) json.RawMessage {
	literal := p.Is("integer") || p.Is("number") || p.Is("boolean") || p.Is("object") || p.Is("array") && isArray(text)
	if literal && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	if p.Is("array") {
		items := []json.RawMessage{}
		for part := range strings.SplitSeq(text, ",") {
			items = append(items, Parameter{Types: p.itemTypes}.typed(part))
		}
		list, _ := json.Marshal(items) // what typed returns is JSON
		return list
	}
	quoted, _ := json.Marshal(text) // a string always encodes
	return quoted
}

func isArray(text string) bool { return json.Unmarshal([]byte(text), new([]json.RawMessage)) == nil }

// Over returns the arguments: those of standard input, and over them those of words.
func (g Given) Over(input map[string]json.RawMessage) (json.RawMessage, error) {
	all := maps.Clone(input)
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	maps.Copy(all, g.Values)
	return json.Marshal(all)
}

// Hint returns what was probably meant, for an argument that the gateway rejects: another parameter, or another of the values
// that there are. It is empty if nothing resembles it.
func (g Given) Hint(field string, parameters []Parameter) string {
	names := make([]string, 0, len(parameters))
	for _, p := range parameters {
		if p.Name == field {
			var value string
			if json.Unmarshal(g.Values[field], &value) != nil {
				return ""
			}
			return question(field+"="+value, suggest.Closest(value, p.Enum))
		}
		names = append(names, p.Name)
	}
	return question(field, suggest.Closest(field, names))
}

func question(wrong string, closest []string) string {
	if len(closest) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: did you mean %s?", wrong, strings.Join(closest, " or "))
}

package reading

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/sieve"
	"github.com/salaatflow/platform/language/detect/text"
	"go.yaml.in/yaml/v3"
)

//go:embed hijri.yaml
var hijriYAML []byte

// hijriWords are how people name days of the Islamic calendar; hijri.yaml explains its lists.
type hijriWords struct {
	months    calls   // the number of the month
	occasions calls   // the key of the occasion
	doubtful  Sayings // months
	month     Sayings
	between   Sayings
	joins     Sayings
	before    Sayings
	behind    Sayings
	earlier   Sayings
	latest    Sayings
}

// calls are words or phrases in all their spellings, by the key of their first token, each with what it names.
type calls struct {
	begins    sieve.Sieve
	beginning map[string][]call
}

type call struct {
	keys  []string
	names string
	exact string // the word itself, where its key is so short that other words have it: eid, I'd
}

// UnmarshalYAML reads lists of words and phrases by what they name.
func (c *calls) UnmarshalYAML(node *yaml.Node) error {
	var named map[string][]string
	if err := node.Decode(&named); err != nil {
		return err
	}
	all := calls{beginning: map[string][]call{}}
	for name, phrases := range named {
		for _, phrase := range phrases {
			tokens := text.Parse(phrase).Tokens
			if len(tokens) == 0 {
				return fmt.Errorf("line %d: %q holds no word", node.Line, phrase)
			}
			one, keys := call{names: name}, l.KeysOf(tokens)
			for i := range tokens {
				one.keys = append(one.keys, string(keys.Of(i)))
			}
			if len(tokens) == 1 && len(one.keys[0]) < leastKey {
				one.exact = tokens[0].Norm
			}
			all.begins.Add(one.keys[0])
			all.beginning[one.keys[0]] = append(all.beginning[one.keys[0]], one)
		}
	}
	for _, list := range all.beginning { // the longest first
		slices.SortFunc(list, func(a, b call) int {
			if len(a.keys) != len(b.keys) {
				return len(b.keys) - len(a.keys)
			}
			return strings.Compare(a.names, b.names)
		})
	}
	*c = all
	return nil
}

// leastKey is how long the key of a word must be for all its spellings to be taken for it.
const leastKey = 4

func loadHijri(data []byte) (*hijriWords, error) {
	var file struct {
		Months    calls   `yaml:"months"`
		Occasions calls   `yaml:"occasions"`
		Doubtful  Sayings `yaml:"doubtful"`
		Month     Sayings `yaml:"month"`
		Between   Sayings `yaml:"between"`
		Joins     Sayings `yaml:"joins"`
		Before    Sayings `yaml:"before"`
		Behind    Sayings `yaml:"behind"`
		Earlier   Sayings `yaml:"earlier"`
		Latest    Sayings `yaml:"latest"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("hijri.yaml: %w", err)
	}
	for _, months := range file.Months.beginning {
		for _, month := range months {
			if n, err := strconv.Atoi(month.names); err != nil || n < 1 || n > 12 {
				return nil, fmt.Errorf("hijri.yaml: month %q is not from 1 to 12", month.names)
			}
		}
	}
	return &hijriWords{
		months: file.Months, occasions: file.Occasions, doubtful: file.Doubtful, month: file.Month, between: file.Between,
		joins: file.Joins, before: file.Before, behind: file.Behind, earlier: file.Earlier, latest: file.Latest,
	}, nil
}

// at returns what the tokens from one on name, and how many they are; 0 for nothing.
func (c *calls) at(s *Reading, token int) (names string, tokens int) {
	key := s.Keys.Of(token)
	if !sieve.Passes(&c.begins, key) {
		return "", 0
	}
	for _, one := range c.beginning[string(key)] {
		if (one.exact == "" || one.exact == s.Tokens[token].Norm) && s.runsAt(token, one.keys) {
			return one.names, len(one.keys)
		}
	}
	return "", 0
}

package making

import (
	_ "embed"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
)

//go:embed making.yaml
var makingYAML []byte

// told are how the times of reminders are told, of making.yaml, which explains them.
var told = wordfile.Must(load(makingYAML))

type times struct {
	Hours        map[string]int     `yaml:"hours"`
	AfterJummah  int                `yaml:"afterjummah"`
	BeforeJummah int                `yaml:"beforejummah"`
	Sehri        int                `yaml:"sehri"`
	Instead      []instead          `yaml:"instead"`
	OfSehri      []wordfile.Pattern `yaml:"ofsehri"`
	Clock        []wordfile.Pattern `yaml:"clock"`
	Been         []wordfile.Pattern `yaml:"been"`
	OnlyNumber   []wordfile.Pattern `yaml:"onlynumber"`
	BeforeTask   []wordfile.Pattern `yaml:"beforetask"`
	OnlyAsks     []wordfile.Pattern `yaml:"onlyasks"`
	OnlyPoints   []wordfile.Pattern `yaml:"onlypoints"`
}

type instead struct {
	Pattern wordfile.Pattern `yaml:"pattern"`
	As      string           `yaml:"as"`
	Sunrise bool             `yaml:"sunrise"`
}

func load(data []byte) (*times, error) {
	t := &times{}
	return t, wordfile.Decode("making.yaml", data, t)
}

// found returns what the first of some patterns that a message holds finds in it; nil for none.
func found(in []wordfile.Pattern, message string) []string {
	for _, p := range in {
		if match := p.FindStringSubmatch(message); match != nil {
			return match
		}
	}
	return nil
}

package when

import (
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
)

func TestEverySpellingOfTheTablesIsFound(t *testing.T) {
	g, err := New()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[class]bool{}
	for _, w := range g.words {
		seen[w.class] = true
		for _, p := range w.phrases {
			seen[p.word.class] = true
		}
	}
	var all class
	for c := range seen {
		all |= c
	}
	for name, entry := range entries {
		if entry.class&^all != 0 {
			t.Errorf("no word is of the class %s", name)
		}
	}
	if len(g.words) < 1000 {
		t.Errorf("only %d words are loaded", len(g.words))
	}
}

func TestNumbersFromOneToAHundredAreThereInUrdu(t *testing.T) {
	g, err := New()
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[text.Script]map[int32]bool{text.Latin: {}, text.Arabic: {}}
	for form, w := range g.words {
		if w.class&classNumber != 0 {
			scripts[text.Parse(form).Tokens[0].Script][w.number] = true
		}
	}
	for script, numbers := range scripts {
		for n := int32(1); n < 100; n++ {
			if !numbers[n] {
				t.Errorf("there is no %d in script %d", n, script)
			}
		}
	}
}

func TestATableThatIsWrongIsRefused(t *testing.T) {
	for table, want := range map[string]string{
		"day 1: kal\nnonsense":        "line 2",
		"colour red: lal":             `no class "colour"`,
		"day one: kal":                "invalid syntax",
		"day 1: kal\nday 2: kal":      "is 1 already",
		"weekday Freitag: jumma":      "not a weekday",
		"unit fortnight: pakhwara":    "none of its values",
		"part night: x\npart noon: x": "already",
		"half 1: aadha":               "takes no value",
		"day 1: kal, , parson":        "holds no word",
	} {
		err := loadTable(map[string]*word{}, table)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %q", strconv.Quote(table), err, want)
		}
	}
}

package words

import (
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
)

func TestEverySpellingOfTheTablesIsFound(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Class]bool{}
	for _, w := range table {
		seen[w.Class] = true
		for _, p := range w.Phrases {
			seen[p.Word.Class] = true
		}
	}
	var all Class
	for c := range seen {
		all |= c
	}
	for name, entry := range entries {
		if entry.class&^all != 0 {
			t.Errorf("no word is of the class %s", name)
		}
	}
	if len(table) < 1000 {
		t.Errorf("only %d words are loaded", len(table))
	}
}

func TestNumbersFromOneToAHundredAreThereInUrdu(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[text.Script]map[int32]bool{text.Latin: {}, text.Arabic: {}}
	for form, w := range table {
		if w.Class&Number != 0 {
			scripts[text.Parse(form).Tokens[0].Script][w.Number] = true
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
		err := loadTable(map[string]*Word{}, table)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %q", strconv.Quote(table), err, want)
		}
	}
}

package categories_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/categories"
)

// A sentence names the category to which a task is to belong, and not the one it had.
func TestACategoryIsFoundHoweverItIsSaid(t *testing.T) {
	r, err := reading.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"hifz lessons belong in quran":                             "quran",
		"the orphan visit goes under charity now":                  "charity",
		"the water well goes in charity not other":                 "charity",
		"memorising juz amma should be tagged as quran not dhikr":  "quran",
		"classify my lessons with Qari sahib as quran":             "quran",
		"set tasbih for nani to dhikr":                             "dhikr",
		"my beads practice belongs with the dhikr things":          "dhikr",
		"Arabic class is under other, it should be under learning": "learning",
		"the winter coats should carry the charity tag":            "charity",
		"empty the collection box every week, charity":             "charity",
		"move task 4 from learning to quran":                       "quran",
		"task 4 zikr ke khane mein daal do":                        "dhikr",
		"task 4 ibadat me daal do":                                 "prayer",
		"category charity kar do":                                  "charity",
		"کام ۴ خیرات کے خانے میں ڈال دو":                           "charity",
		"fetch the quran from the shop":                            "",
		"give ten pounds to charity":                               "",
		"buy bread, dates, quran":                                  "",
		"learn about other faiths":                                 "",
		"make charity boxes":                                       "",
	} {
		s := categories.Sentence{Clauses: clauses.Of(r.Read(typed)), Gone: func(int) bool { return false }, Changes: true}
		if got, _ := s.Named(); got != want {
			t.Errorf("%q names the category %q, want %q", typed, got, want)
		}
	}
}

// What a new task is to do is no category of it, though the words could move one there.
func TestWhatIsToBeDoneIsNoCategory(t *testing.T) {
	r, err := reading.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"set a reminder to study": "", "remind me to switch to study": "", "add a task to move the coats to charity": "",
		"put a note to study tomorrow": "", "remind me to study at 5": "", "remind me to put it in charity": "",
		"add set up a charity": "", "set a reminder to ring mum, log it as charity": "charity",
	} {
		s := categories.Sentence{Clauses: clauses.Of(r.Read(typed)), Gone: func(int) bool { return false }}
		if got, _ := s.Named(); got != want {
			t.Errorf("%q names the category %q, want %q", typed, got, want)
		}
	}
}

// Tasks of a category are asked for by its name, wherever it stands.
func TestTheCategoryOfTasksThatAreAskedFor(t *testing.T) {
	r, err := reading.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"show my quran tasks": "quran", "zikr wale kaam dikhao": "dhikr", "what is there of charity": "charity", "show my tasks": "",
	} {
		s := categories.Sentence{Clauses: clauses.Of(r.Read(typed)), Gone: func(int) bool { return false }}
		if got := s.Listed(); got != want {
			t.Errorf("%q asks for the category %q, want %q", typed, got, want)
		}
	}
}

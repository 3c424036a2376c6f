package words

import "testing"

func TestAListThatCannotBeReadIsRefused(t *testing.T) {
	if _, err := loadLists(wordsYAML); err != nil {
		t.Fatal(err)
	}
	for wrong, text := range map[string]string{
		"an unknown list":        "sets: {mosqueses: [masjid]}",
		"two words for one":      "sets: {undo: [take back]}",
		"a pair of three":        "leavepairs: [let it be]",
		"a pattern of no group":  "rename: ['rename it']",
		"a pattern that is none": "rename: ['rename (it']",
	} {
		if _, err := loadLists([]byte(text)); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

func TestAProfileThatCannotBeReadIsRefused(t *testing.T) {
	if _, err := loadProfiles(profileYAML, lists.Begins); err != nil {
		t.Fatal(err)
	}
	for wrong, text := range map[string]string{
		"an unknown list":       "names: {}",
		"a part there is not":   "profile: {name: ['call me (<nickname>)']}",
		"a pattern of no group": "profile: {name: ['call me']}",
	} {
		if _, err := loadProfiles([]byte(text), ""); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

package forms

import (
	"reflect"
	"strings"
	"testing"
)

// TestFormsAreAllThere checks that every list of forms holds words: one left out would silently mean nothing.
func TestFormsAreAllThere(t *testing.T) {
	f, err := LoadForms()
	if err != nil {
		t.Fatal(err)
	}
	var check func(name string, v reflect.Value)
	check = func(name string, v reflect.Value) {
		if v.Kind() != reflect.Struct {
			if v.Len() == 0 {
				t.Errorf("%s has no words", name)
			}
			return
		}
		for i := range v.NumField() {
			check(strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."), v.Field(i))
		}
	}
	check("", reflect.ValueOf(*f))
}

func TestFormsRefuseWhatIsNoWord(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"several words", "keep: [ke siwa]", `"ke siwa" is not a single word`},
		{"no word", `keep: ["?"]`, `"?" is not a single word`},
		{"twice by another spelling", "keep: [سوا, سِوا]", "stands twice"},
		{"a list that nobody reads", "kept: [keep]", "kept"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := formsIn([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

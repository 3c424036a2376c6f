package evaluation_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/salaatflow/platform/language/detect/evaluation"
)

func TestASentenceKnowsItsWriter(t *testing.T) {
	folder := fstest.MapFS{
		"imams.jsonl": {Data: []byte(`{"text":"a","persona":"imam"}` + "\n\n" + `{"text":"b"}`)},
		"teens.jsonl": {Data: []byte(`{"text":"c","persona":"teen"}` + "\n" + `{"text":"d","persona":"imam"}`)},
	}
	all, err := evaluation.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all {
		got = append(got, s.Writer+" "+s.Text)
	}
	if want := []string{"imam a", "imams b", "teen c", "imam d"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestALineThatIsNoSentenceIsNamed(t *testing.T) {
	folder := fstest.MapFS{"imams.jsonl": {Data: []byte(`{"text":"a"}` + "\n" + `{"text":1}`)}}
	if _, err := evaluation.Read(folder); err == nil || err.Error()[:len("imams.jsonl, line 2: ")] != "imams.jsonl, line 2: " {
		t.Errorf("got %v", err)
	}
}

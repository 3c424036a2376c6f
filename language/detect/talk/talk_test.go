package talk_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/talk"
)

// Each kind is in one group, or is one.
func TestAKindIsOfOneGroup(t *testing.T) {
	t.Parallel()
	seen := map[talk.Kind]talk.Group{}
	for group, kinds := range talk.Groups() {
		for _, kind := range kinds {
			if other, twice := seen[kind]; twice {
				t.Errorf("%s is in %s and in %s", kind, other, group)
			}
			if seen[kind] = group; kind.Group() != group {
				t.Errorf("%s is said to be of %s, not of %s", kind, kind.Group(), group)
			}
		}
	}
	for _, kind := range talk.Alone() {
		if _, twice := seen[kind]; twice || kind.Group() != talk.Group(kind) {
			t.Errorf("%s is no group of its own", kind)
		}
	}
}

// What a message is is told in each script, and a task is not taken for what its name sounds like.
func TestWhatAMessageIs(t *testing.T) {
	t.Parallel()
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for message, want := range map[string]talk.Kind{
		"my grandfather passed away this morning": talk.Death, "ابو کا انتقال ہو گیا": talk.Death, "dadi ka inteqal ho gaya": talk.Death,
		"I want to kill myself": talk.Self, "my husband hits me": talk.Violence, "I just became Muslim": talk.NewMuslim,
		"is music haram": talk.Law, "kya crypto halal hai": talk.Law, "کیا سود جائز ہے": talk.Law,
		"play Quran": talk.Quran, "tasbih counter": talk.Dhikr, "how much zakat on 5 tola gold": talk.Zakat,
		"thank you so much": talk.Thanks, "آپ کیا کیا کر سکتے ہیں": talk.Help, "tum kaun ho": talk.WhoAreYou,
		"quelle heure est la prière": talk.French, "मुझे मदद चाहिए": talk.Hindi, "namaz vakti ne zaman": talk.Turkish,
		"add buy milk": talk.Request, "remind me to call Ali, his father died": talk.Request, "maghrib kab hai": talk.Request,
		"امی کی دوائی لانا لکھ لو": talk.Request,
	} {
		in := detect.Input{Text: message, Now: evaluation.Now()}
		told := d.Detect(in).Cues.Talk
		if told.Kind != want || told.Sure <= 0 || told.Sure > 1 {
			t.Errorf("%q is %+v, want %s", message, told, want)
		}
		if in.About = detect.Tasks; d.Detect(in).Cues.Talk != told {
			t.Errorf("%q is something else behind a list of tasks", message)
		}
	}
}

// Without a model every message may ask a tool for something.
func TestNoModelTakesAllForRequests(t *testing.T) {
	t.Parallel()
	var none *talk.Model
	if told := none.Hear(nil); told.Kind != talk.Request || told.Request != 1 {
		t.Errorf("%+v", told)
	}
}

// The weights that come with the program know the kinds that there are.
func TestTheCommittedModelsKnowTheKinds(t *testing.T) {
	t.Parallel()
	m, err := talk.Committed()
	if err != nil {
		t.Fatal(err)
	}
	for group, kinds := range talk.Groups() {
		var names []string
		for _, kind := range kinds {
			names = append(names, string(kind))
		}
		if got := m.Classes(group); !slices.Equal(got, names) {
			t.Errorf("the model of %s knows %v, want %v", group, got, names)
		}
	}
}

package explained_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect"
)

// A message that goes on with a task changes it only where nothing is left over: the words that are say what else it is about.
func TestWhatNoChangeExplainsIsLeftOver(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		said      string
		as        detect.Intent
		named     string
		explained bool
	}{
		{"friday", detect.UpdateTask, "", true},
		{"no, make it friday please", detect.UpdateTask, "", true},
		{"friday is eid", detect.UpdateTask, "", false},
		{"friday?", detect.UpdateTask, "", false},
		{"can you make it friday?", detect.UpdateTask, "", true},
		{"monday was terrible", detect.UpdateTask, "", false},
		{"sorry, I meant monday", detect.UpdateTask, "", true},
		{"hmm not 5", detect.UpdateTask, "", false},
		{"not 5, 6", detect.UpdateTask, "", true},
		{"will Allah forgive me", detect.UpdateTask, "", false},
		{"nahi yaar 7 baje kar do", detect.UpdateTask, "", true},
		{"itwar acha guzra", detect.UpdateTask, "", false},
		{"کل کر دو", detect.UpdateTask, "", true},
		{"جمعے کو شادی ہے", detect.UpdateTask, "", false},
		{"doodh wala ho gaya", detect.CompleteTask, "doodh lana", true},
		{"shauhar chala gaya", detect.CompleteTask, "doodh lana", false},
		{"واپس لیں", "undo", "", true},
		{"I almost want to undo it just for the fun", "undo", "", false},
		{"bill wala hata do", detect.DeleteTask, "bill dena", true},
	} {
		rest := detector.Unexplained(one.said, one.as, []string{one.named})
		if (len(rest) == 0) != one.explained {
			t.Errorf("%q: left over is %q, want explained: %t", one.said, rest, one.explained)
		}
	}
}

func TestADeedThatIsOnlyWeighedIsNotOrdered(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for said, weighed := range map[string]bool{
		"delete the bill one": false, "could you delete the bill one?": false, "bill wala hata do": false, "بل والا ہٹا دیں": false,
		"should I delete the bill one": true, "delete the bill one?": true, "aap ki rai me bill wala hatana chahiye": true,
		"aur mehmano wala rehne do ya hata du? tum batao": true, "بل والا ہٹانا ٹھیک رہے گا؟": true, "bill wala hatana hai ya nahi": true,
	} {
		if got := detector.Weighs(said); got != weighed {
			t.Errorf("%q is weighed: %t, want %t", said, got, weighed)
		}
	}
}

func TestAnAnswerIsANameOnlyIfItCanBeOne(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]detect.Fit{
		"buy milk": detect.Name, "call ammi at 5": detect.Name, "I need to ring the bank": detect.Name, "doodh lana": detect.Name,
		"dawai leni hai": detect.Name, "sign the lease with Mr. Khan": detect.Name, "دودھ لانا": detect.Name,
		"nothing": detect.NoName, "kuch nahi": detect.NoName, "what is that": detect.NoName,
		"who made you": detect.Doubtful, "نام کا کیا کرو گے؟": detect.NoName,
		"alarm band karo": detect.Doubtful, "my head is spinning": detect.Doubtful, "bohat neend arahi hai": detect.Doubtful,
		"ye to bachay ne daba diya tha": detect.Doubtful, "you remind me of a clerk": detect.Doubtful, "whatsapp kholo": detect.Doubtful,
	} {
		if got := detector.FitAsName(said); got != want {
			t.Errorf("%q: %d, want %d", said, got, want)
		}
	}
}

func BenchmarkUnexplained(b *testing.B) {
	detector, err := detect.New()
	if err != nil {
		b.Fatal(err)
	}
	detector.Detect(detect.Input{Text: "friday", Now: time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)})
	for b.Loop() {
		detector.Unexplained("no, make it friday please", detect.UpdateTask, []string{"buy milk"})
	}
}

package detect_test

import (
	"reflect"
	"sync"
	"testing"
)

// One detector serves every request of a program. The race detector runs this test in place of the corpora.
func TestConcurrentCallersGetWhatOneAloneGets(t *testing.T) {
	d := detector(t).WithPhrases(goals)
	sentences := []string{
		"Fajr ka task bana do", "delete task 3 and show my tasks", "فجر کی نماز کا وقت کیا ہے", "masjid in Clifton",
		"mere ahdaaf dikhao", "remind me tomorrow at 5 to call Ammi", "ایک حدیث سناؤ", "what are my golas?",
	}
	alone := make([]any, len(sentences))
	for i, sentence := range sentences {
		alone[i] = ask(d, sentence)
	}
	var callers sync.WaitGroup
	for caller := range 8 {
		callers.Go(func() {
			for i := range sentences {
				i = (i + caller) % len(sentences)
				if got := ask(d, sentences[i]); !reflect.DeepEqual(got, alone[i]) {
					t.Errorf("%q is %+v, and %+v when it is asked for alone", sentences[i], got, alone[i])
				}
			}
		})
	}
	callers.Wait()
}

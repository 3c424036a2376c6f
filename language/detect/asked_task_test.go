package detect_test

import (
	"encoding/json"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A question about one task shows that task, and a question about several shows them as before.
func TestAQuestionAboutOneTaskNamesIt(t *testing.T) {
	d := detector(t)
	for sentence, ref := range map[string]string{
		"did I send the Deloitte proposal?":                           "Deloitte proposal",
		"what date did I give the chimney sweep?":                     "chimney sweep",
		"when is the electricity bill due":                            "electricity bill",
		"what priority is the vet one":                                "vet",
		"did I finish the report":                                     "report",
		"did i ever finish the knitting for the new baby":             "knitting for the new baby",
		"did i put the eid clothes on my list or did i dream it":      "eid clothes",
		"is the Basel trip still open on my list?":                    "Basel trip",
		"do i have a task about the birth certificate":                "birth certificate",
		"you have my car wash written or not?":                        "car wash",
		"have I paid the gas bill yet?":                               "gas bill",
		"have I ticked off the ration task yet?":                      "ration",
		"did I ever get round to renewing my practising certificate?": "practising certificate",
		"kya maine abbu ko phone kar diya?":                           "abbu ko phone",
		"has the boiler been ticked off?":                             "boiler",
		"do I have the fancy dress costume on my list already?":       "fancy dress costume",
		"yar mene darzi wala likhwaya tha ya nhi?":                    "darzi",
		"kya maine passport wala kaam likhwaya tha":                   "passport",
		"doodh wala hisab complete kia tha ya reh gaya?":              "doodh wala hisab",
		"math ki workbook mene khtm kr li thi kya? list me dekh":      "math ki workbook",
		"kya maine bijli ka bill bhar diya?":                          "bijli ka bill",
		"kya ammi ki dawai wala ho gaya tha?":                         "ammi ki dawai",
		"وائیوا کب کا ہے میرا لسٹ میں؟":                               "وائیوا",
		"کیا میں نے پنشن آفس والا کام درج کروایا تھا؟":                "پنشن آفس",
		"امتحانی فارم بھرا تھا یا نہیں میں نے؟":                       "امتحانی فارم",
		"کیا نکاح نامے والا کام میں نے مکمل کر دیا تھا؟":              "نکاح نامے",
		"دودھ والے کا حساب فہرست میں ہے یا نہیں؟":                     "دودھ والے کا حساب",
		"درزی والا کام ہو گیا کہ نہیں؟":                               "درزی",
	} {
		got := d.Detect(input(sentence))
		if got.Intent != detect.ListTasks || got.Slots.TaskRef == nil || *got.Slots.TaskRef != ref || got.Slots.Status != nil {
			t.Errorf("%q is %s %s, want the task %q shown", sentence, got.Intent, show(got.Slots), ref)
		}
	}
	for _, sentence := range []string{
		"have I any errands tomorrow", "have I got anything on the list?", "did I finish all my tasks?", "what did I finish today",
		"which tasks have I done", "abhi tak konse kaam kiye maine", "list mein kya hai", "kal ke liye kuch rakha tha maine?",
		"kya mera isha wala koi task hai",
		"when is the next thing due", "what priority are my tasks", "which of them did I finish", "what date is it today",
		"جو کام مکمل ہو چکے ہیں ان کی فہرست دکھاؤ", "کیا کیا کام باقی ہیں؟",
	} {
		if got := d.Detect(input(sentence)); got.Slots.TaskRef != nil {
			t.Errorf("%q names the task %q", sentence, *got.Slots.TaskRef)
		}
	}
	got := d.Detect(input("have I done 15 or not? can't remember"))
	if got.Intent != detect.ListTasks || got.Slots.TaskID == nil || *got.Slots.TaskID != 15 {
		t.Errorf("a question about 15 is %s %s", got.Intent, show(got.Slots))
	}
}

// A question about a task, or about what others did, changes nothing.
func TestAQuestionAboutOneTaskChangesNone(t *testing.T) {
	d := detector(t)
	for _, sentence := range []string{
		"has the boiler been ticked off?", "kya task 5 ho gaya?", "kya task 5 complete kar doon?", "should I mark the boiler as done?",
		"did you finish the report?", "kya bachon ne homework kar liya?", "درزی والا کام ہو گیا کہ نہیں؟", "did I mark the gas bill done?",
	} {
		if got := d.Detect(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s %s", sentence, got.Intent, show(got.Slots))
		}
	}
}

// show is what a sentence states, as it is told.
func show(slots detect.Slots) string {
	told, err := json.Marshal(slots)
	if err != nil {
		return err.Error()
	}
	return string(told)
}

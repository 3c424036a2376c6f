package detect_test

import (
	"os"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// nameOf is what a sentence calls the task that it is about, or that is to be made.
func nameOf(d *detect.Detector, sentence string) string {
	switch r := d.Detect(detect.Input{Text: sentence, Now: evaluation.Now()}); {
	case r.Slots.Title != nil && r.Intent == detect.CreateTask:
		return *r.Slots.Title
	case r.Slots.TaskRef != nil:
		return *r.Slots.TaskRef
	}
	return ""
}

// What else a sentence tells is not what the task is called, in whatever words it is told.
func TestATaskIsNamedByTheWordsThatMeanIt(t *testing.T) {
	d := detector(t)
	for _, of := range []struct{ sentence, name string }{
		{
			"With rain all week the roof is leaking again and my uncle has come, so roof repair work is completed please mark",
			"roof repair work",
		},
		{
			"so I called the tailor I called him three times and in the end he answered so the tailor one's done thank god",
			"tailor",
		},
		{
			"Kindly strike the charity run from my list altogether, it has been called off",
			"charity run",
		},
		{
			"It would be of help to be prompted about the plumber's bill on the twentieth",
			"plumber's bill",
		},
		{
			"The marriage papers have been signed and handed over, alhamdulillah, so kindly mark that matter as concluded",
			"marriage papers",
		},
		{
			"Let the study circle be attached to Maghrib rather than Isha from now on",
			"study circle",
		},
		{
			"no no the birthday cake isn't ordered, Ali was playing with my phone and ticked it. Put it back",
			"birthday cake",
		},
		{
			"you know that bookcase for Mrs Khan, the one with the crooked shelf, well I finally finished it yesterday so mark it done would you",
			"bookcase for Mrs Khan",
		},
		{
			"once a month clean the mosque carpets put me down for that",
			"clean the mosque carpets",
		},
		{
			"biryani wala order ab nahi dena mehman nahi aa rahe, hata do",
			"biryani wala order",
		},
		{
			"kal jin ke ghar gaye thay unhen shukriya kehna hai yad dilana",
			"jin ke ghar gaye thay unhen shukriya kehna",
		},
		{
			"kal jis dukan se jootay liye thay wahan wapis jana hai yad krwana",
			"jis dukan se jootay liye thay wahan wapis jana",
		},
		{
			"ماشاء اللہ بچوں نے کل رات بیٹھ کر چھ کلمے یاد کر لیے، یہ کام مکمل لکھ دیجیے",
			"چھ کلمے",
		},
		{
			"کل جن کے گھر گئے تھے انہیں شکریہ کہنا ہے یاد دلانا",
			"جن کے گھر گئے تھے انہیں شکریہ کہنا",
		},
	} {
		if got := nameOf(d, of.sentence); got != of.name {
			t.Errorf("%q names %q, want %q", of.sentence, got, of.name)
		}
	}
}

// What stands in quotation marks is the name, and so is what is said to be: there is nothing to judge. Times and how many are meant are no
// part of it.
func TestANameThatIsSaidToBeOneStays(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"add 'the shop said tuesday so ring' to my list":                           "the shop said tuesday so ring",
		"add the thing about the gutters for saturday and call it gutter cleaning": "gutter cleaning",
		"not the milk one, it's the bread I want removed":                          "bread",
		"saare lana wale task delete kar do":                                       "lana",
		"سارے لانا والے کام ہٹا دو":                                                "لانا",
		"add call the plumber (the cheap one) for monday":                          "call the plumber (the cheap one)",
	} {
		if got := nameOf(d, sentence); got != want {
			t.Errorf("%q names %q, want %q", sentence, got, want)
		}
	}
}

// Sentences that only the names are learned from are understood as they are labelled.
func TestSentencesThatNameTasksAreUnderstood(t *testing.T) {
	sentences, err := evaluation.ReadFile(os.DirFS("testdata/learned"), "names.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, miss := range evaluation.Measure(detector(t), sentences).Misses {
		t.Errorf("%q is %s, %v", miss.Sentence.Text, miss.Got.Intent, miss.Slots)
	}
}

package training_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/training"
)

func TestWhatIsToldApartIsLearned(t *testing.T) {
	leaf, bean, hot := model.Named("leaf"), model.Named("bean"), model.Named("hot")
	examples := slices.Repeat([]training.Example{
		{Features: []model.Feature{leaf, hot}, Right: []int{0}},
		{Features: []model.Feature{bean, hot}, Right: []int{1}},
		{Features: []model.Feature{hot}, Right: []int{0, 1}},
	}, 20)
	m := training.Train([]string{"tea", "coffee"}, examples, training.Default()).Model()
	for _, test := range []struct {
		features    []model.Feature
		least, most float64 // of the probability of tea
	}{
		{[]model.Feature{leaf, hot}, 0.9, 1},
		{[]model.Feature{bean, hot}, 0, 0.1},
		{[]model.Feature{hot}, 0.3, 0.7}, // where both are right neither is preferred
	} {
		if p := m.Score(test.features).Probabilities(2); p[0] < test.least || p[0] > test.most {
			t.Errorf("%v is tea with %v, not %v to %v", test.features, p[0], test.least, test.most)
		}
	}
}

func TestRareFeaturesAreNotLearned(t *testing.T) {
	examples := []training.Example{
		{Features: []model.Feature{1, 2}, Right: []int{0}},
		{Features: []model.Feature{1, 3, 3}, Right: []int{1}},
		{Features: []model.Feature{1, 2, 4, 4, 4}, Right: []int{1}},
	}
	if rows, _ := training.Train([]string{"a", "b"}, examples, training.Default()).Rows(); len(rows) != 1 || rows[0].Feature != 1 {
		t.Errorf("learned are %v, not only the feature that is in three examples", rows)
	}
}

// TestTheCommittedWeights promises that weights.bin is what the corpora, the lexicon and the rules give.
func TestTheCommittedWeights(t *testing.T) {
	t.Parallel()
	d, sentences := corpora(t)
	asking, err := training.Asking(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	made := training.Learn(d, append(sentences, asking...), training.Default())
	isCommitted(t, "../understand/weights.bin", fileOf(t, made), largest)
}

// TestTheCommittedActs promises that the weights of dialogue acts are what the labelled messages, the dialogues, the corpora and those that
// ask for nothing give, as the other committed weights read them.
func TestTheCommittedActs(t *testing.T) {
	t.Parallel()
	_, sentences := corpora(t)
	continued, err := training.Conversations(os.DirFS("../testdata"), os.DirFS("../../../e2e/testdata/unasked"), sentences)
	if err != nil {
		t.Fatal(err)
	}
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	made := training.LearnActs(d, continued, training.Acting())
	isCommitted(t, "../dialogueact/weights.bin", fileOf(t, made), largestActs)
}

// TestTheCommittedParting promises that the weights that part requests are what the messages of several and the corpora give, as the other
// committed weights read them.
func TestTheCommittedParting(t *testing.T) {
	t.Parallel()
	_, sentences := corpora(t)
	several, err := training.Several(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	words, err := training.LearnParting(d, several, sentences, training.Parting())
	if err != nil {
		t.Fatal(err)
	}
	isCommitted(t, "../parting/words.bin", fileOf(t, words), largestParting)
	splits, err := training.LearnSplits(d, words.Model(), several, sentences, training.Splitting())
	if err != nil {
		t.Fatal(err)
	}
	isCommitted(t, "../parting/splits.bin", fileOf(t, splits), largestParting)
}

// TestTheCommittedTalk promises that the weights by which it is told what a message is are what its corpora give.
func TestTheCommittedTalk(t *testing.T) {
	t.Parallel()
	d, sentences := corpora(t)
	testdata := os.DirFS("../testdata")
	said, saidErr := evaluation.ReadSaid(testdata, "talk")
	asking, askingErr := training.Asking(testdata)
	shown, shownErr := training.Shown(testdata)
	if err := errors.Join(saidErr, askingErr, shownErr); err != nil {
		t.Fatal(err)
	}
	for name, made := range training.LearnTalk(d, said, append(sentences, asking...), shown, training.Talking()) {
		isCommitted(t, "../talk/"+string(name)+".bin", fileOf(t, made), largestTalk)
	}
}

func fileOf(t *testing.T, made *training.Weights) []byte {
	t.Helper()
	rows, scale := made.Rows()
	var file bytes.Buffer
	if err := model.Write(&file, made.Classes, scale, rows); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// corpora returns a detector and the sentences that the committed weights are learned from.
func corpora(t *testing.T) (*detect.Detector, []evaluation.Sentence) {
	t.Helper()
	d, err := detect.Untrained()
	if err != nil {
		t.Fatal(err)
	}
	sentences, err := training.Sentences(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return d, sentences
}

// isCommitted promises that a file of weights is what training gives, and no larger than it may be.
func isCommitted(t *testing.T, name string, made []byte, largest int) {
	t.Helper()
	committed, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(committed, made) {
		t.Errorf("%s is not what training gives; run `make detect-train` and commit it", name)
	}
	if len(made) > largest {
		t.Errorf("the weights are %d bytes, more than %d", len(made), largest)
	}
}

// largest is how many bytes of weights the program may carry.
const largest = 768 << 10

// largestActs is how many bytes of weights of dialogue acts it may carry.
const largestActs = 340 << 10

// largestTalk is how many bytes each of the weights may have by which it is told what a message is.
const largestTalk = 200 << 10

// largestParting is how many bytes each of the weights that part requests may have.
const largestParting = 128 << 10

package wordfile_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
)

type file struct {
	Ends []wordfile.Pattern `yaml:"ends"`
}

func TestAFileIsReadByItsLists(t *testing.T) {
	var read file
	if err := wordfile.Decode("a.yaml", []byte("ends: ['(?i)bye$', tata]"), &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Ends) != 2 || !read.Ends[0].MatchString("Good BYE") || read.Ends[1].MatchString("Good BYE") {
		t.Errorf("read %v", read)
	}
}

func TestWhatIsWrongInAFileIsTold(t *testing.T) {
	for content, want := range map[string]string{
		"begins: [hi]": "begins", "ends: ['(']": "line 1", "ends: {": "a.yaml",
	} {
		if err := wordfile.Decode("a.yaml", []byte(content), new(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v, want %q", content, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a file of the program that is wrong is passed over")
		}
	}()
	wordfile.Must(0, wordfile.Decode("a.yaml", []byte("begins: [hi]"), new(file)))
}

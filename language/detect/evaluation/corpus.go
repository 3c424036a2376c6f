// Package evaluation measures how well sentences are understood, on labelled ones.
package evaluation

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// Sentence is a labelled sentence: a line of a corpus.
type Sentence struct {
	Text string          `json:"text"`
	Lang detect.Language `json:"lang"`
	// Intents are all that are right.
	Intents []detect.Intent `json:"intents"`
	// Slots are what the sentence states.
	Slots map[string]any `json:"slots"`
	// MustNot are intents that it must not be taken for, beside what is not labelled.
	MustNot []detect.Intent `json:"must_not"`
	// Writer is who wrote it, or as whom: the corpus, where the line does not say.
	Writer string `json:"persona"`
	// About is what was spoken of before it: tasks, masjids, prayers or hadiths; empty for nothing.
	About string `json:"about,omitempty"`
	// Weight is how much is learned from it; zero is 1.
	Weight float64 `json:"-"`
}

// topics are what may have been spoken of before a sentence.
var topics = map[string]detect.Topic{
	"": detect.NoTopic, "tasks": detect.Tasks, "masjids": detect.Masjids, "prayers": detect.Prayers, "hadiths": detect.Hadiths,
}

// Input is the sentence as a Detector reads it.
func (s *Sentence) Input() detect.Input {
	return detect.Input{Text: s.Text, Now: Now(), About: topics[s.About]}
}

// Read reads all corpora of a folder, files named *.jsonl, in the order of their names.
func Read(folder fs.FS) ([]Sentence, error) {
	names, err := fs.Glob(folder, "*.jsonl")
	if err != nil {
		return nil, fmt.Errorf("find corpora: %w", err)
	}
	slices.Sort(names)
	var all []Sentence
	for _, name := range names {
		sentences, err := ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		all = append(all, sentences...)
	}
	return all, nil
}

// ReadFile reads one corpus.
func ReadFile(folder fs.FS, name string) (sentences []Sentence, err error) {
	file, err := folder.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open a corpus: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var s Sentence
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path.Base(name), number, err)
		}
		if _, known := topics[s.About]; !known {
			return nil, fmt.Errorf("%s, line %d: nobody speaks about %q", path.Base(name), number, s.About)
		}
		s.Writer = cmp.Or(s.Writer, strings.TrimSuffix(path.Base(name), ".jsonl"))
		sentences = append(sentences, s)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return sentences, nil
}

// HeldOut says whether a sentence belongs to the fifth by which tuning on the other four is checked: its misses are not
// looked at while rules and words are written.
func HeldOut(s Sentence) bool {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(s.Text))
	return hash.Sum32()%5 == 0
}

package evaluation

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// List is a file of sentences, one a line, of which each must change a task or must not.
type List struct {
	Name  string
	Right Share
	Wrong []string
}

// lists are the files of testdata, and what is right of each line.
var lists = []struct {
	file  string
	right func(detect.Result) bool
}{
	{"gate/unmeant.txt", func(r detect.Result) bool { return !r.Intent.Writes() }},
	{"gate/meant.txt", func(r detect.Result) bool { return r.Intent.Writes() }},
	{"several/ask.txt", func(r detect.Result) bool { return !r.Intent.Writes() || r.Plan.Several }},
	{"several/one.txt", func(r detect.Result) bool { return r.Intent.Writes() && !r.Plan.Several }},
	{"several/later.txt", func(r detect.Result) bool { return !r.Intent.Writes() }},
	{"several/now.txt", func(r detect.Result) bool { return r.Intent.Writes() }},
}

// MeasureLists runs a detector over the lists of testdata.
func MeasureLists(d *detect.Detector, testdata fs.FS) ([]List, error) {
	all := make([]List, 0, len(lists))
	for _, of := range lists {
		content, err := fs.ReadFile(testdata, of.file)
		if err != nil {
			return nil, fmt.Errorf("read a list of sentences: %w", err)
		}
		list := List{Name: of.file}
		for line := range strings.Lines(string(content)) {
			typed := strings.TrimSpace(line)
			right := of.right(d.Detect(detect.Input{Text: typed, Now: Now()}))
			list.Right.count(right)
			if !right {
				list.Wrong = append(list.Wrong, typed)
			}
		}
		all = append(all, list)
	}
	return all, nil
}

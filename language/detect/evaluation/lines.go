package evaluation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
)

// Lines reads files of which each line is JSON, in the order of their names. What a line does not say is as begin makes it of the name of
// its file, and zero where begin is nil. It fails with a line that is no JSON, which it names, and with a pattern that no file has.
func Lines[T any](of fs.FS, pattern string, begin func(name string) T) (all []T, err error) {
	names, err := fs.Glob(of, pattern)
	if err != nil {
		return nil, fmt.Errorf("find corpora: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("find corpora: there is no %s", pattern)
	}
	for _, name := range names {
		content, err := fs.ReadFile(of, name)
		if err != nil {
			return nil, fmt.Errorf("read a corpus: %w", err)
		}
		number := 0
		for line := range bytes.Lines(content) {
			number++
			var one T
			if begin != nil {
				one = begin(name)
			}
			if err := json.Unmarshal(line, &one); err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", name, number, err)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

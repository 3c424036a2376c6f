package chain_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/audit/chain"
)

// verified checks the lines of a file, and returns what it has read of them also when one is wrong.
func verified(from io.Reader) (*chain.Verifier, error) {
	v := &chain.Verifier{}
	return v, chain.Read(from, v.Add)
}

// lines returns the text lines of a chain with these entries.
func lines(entries ...string) []string {
	var end chain.Line
	var text []string
	for _, entry := range entries {
		end = end.Next([]byte(entry))
		text = append(text, string(end.Append(nil)))
	}
	return text
}

var three = []string{`{"id":"a"}`, `{"id":"b"}`, `{"id":"c"}`}

func verify(text string) error {
	v, err := verified(strings.NewReader(text))
	if err != nil {
		return err
	}
	return v.Anchored()
}

func TestAChainThatNobodyTouchedVerifies(t *testing.T) {
	if err := verify(strings.Join(lines(three...), "")); err != nil {
		t.Error(err)
	}
	if err := verify(""); err != nil {
		t.Errorf("nothing: %v", err)
	}
	if err := verify(strings.Join(lines(three...), "") + strings.Repeat("\x00", 1<<20)); err != nil {
		t.Errorf("with room for more: %v", err)
	}
}

func TestWhatIsRemovedChangedOrMovedShows(t *testing.T) {
	whole := lines(three...)
	other := lines(`{"id":"a"}`, `{"id":"x"}`, `{"id":"c"}`)
	for name, text := range map[string][]string{
		"the first removed":      whole[1:],
		"one removed":            {whole[0], whole[2]},
		"moved":                  {whole[0], whole[2], whole[1]},
		"twice":                  {whole[0], whole[1], whole[1], whole[2]},
		"an entry changed":       {whole[0], strings.Replace(whole[1], `"b"`, `"B"`, 1), whole[2]},
		"one written anew":       {whole[0], other[1], whole[2]},
		"cut off":                {whole[0], whole[1], whole[2][:40]},
		"without its line feed":  {whole[0], whole[1], strings.TrimSpace(whole[2])},
		"a space":                {whole[0], strings.Replace(whole[1], `,"prev"`, `, "prev"`, 1), whole[2]},
		"an empty line":          {whole[0], "\n", whole[1]},
		"another member":         {strings.Replace(whole[0], `,"prev"`, `,"more":1,"prev"`, 1)},
		"a member twice":         {strings.Replace(whole[0], `"seq":1`, `"seq":2,"seq":1`, 1)},
		"a number that is lower": {strings.Replace(whole[0], `"seq":1`, `"seq":0`, 1)},
		"a hash that is longer":  {strings.Replace(whole[0], `"hash":"`, `"hash":"00`, 1)},
		"a line that is endless": {whole[0], strings.Repeat("x", 1<<20), whole[1]},
		"an entry that is none":  lines(`[]`),
		"zeros for a line":       {whole[0], strings.Repeat("\x00", len(whole[1])), whole[2]},
		"zeros for a line's end": {whole[0], whole[1][:40], strings.Repeat("\x00", 40)},
	} {
		t.Run(name, func(t *testing.T) {
			if err := verify(strings.Join(text, "")); err == nil {
				t.Error("it verifies")
			}
		})
	}
}

func TestWhatRetentionRemovedIsAnchoredByALaterLine(t *testing.T) {
	whole := lines(three...)
	second, err := chain.Parse([]byte(whole[1]))
	if err != nil {
		t.Fatal(err)
	}
	cut := `{"tool":"audit.retention","retention":{"through":2,"hash":"` + second.Hash.String() + `","removed":2}}`
	whole = lines(append(slices.Clone(three), cut)...)
	if err := verify(strings.Join(whole[2:], "")); err != nil {
		t.Errorf("what was removed by retention: %v", err)
	}
	if err := verify(strings.Join(whole[3:], "")); err == nil {
		t.Error("one more line was removed, and it verifies")
	}
	forged := strings.Replace(cut, second.Hash.String(), strings.Repeat("0", 64), 1)
	if err := verify(strings.Join(lines(append(slices.Clone(three), forged)...)[2:], "")); err == nil {
		t.Error("the anchor is of another line, and it verifies")
	}
}

// Whatever a file holds, reading it neither fails badly nor accepts a line that is not the one that was written.
func FuzzFile(f *testing.F) {
	f.Add([]byte(strings.Join(lines(three...), "")))
	f.Add([]byte(`{"seq":1,"prev":"","hash":"","entry":{}}`))
	f.Add([]byte("\n\n"))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var again []byte
		err := chain.Read(bytes.NewReader(text), func(line chain.Line) error {
			again = line.Append(again)
			return nil
		})
		// Zeros at the end are room for more lines.
		if err == nil && !bytes.Equal(again, bytes.TrimRight(text, "\x00")) {
			t.Errorf("read %q as %q", text, again)
		}
		if v, err := verified(bytes.NewReader(text)); err == nil && v.Lines != int64(bytes.Count(text, []byte("\n"))) {
			t.Errorf("verified %d lines of %q", v.Lines, text)
		}
	})
}

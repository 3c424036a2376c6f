package chain_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/audit/chain"
)

// anchored returns the anchors of these lines, which were made an hour apart, as a file has them.
func anchored(t *testing.T, lines []string, seqs ...int) string {
	t.Helper()
	var file strings.Builder
	for i, seq := range seqs {
		line, err := chain.Parse([]byte(lines[seq-1]))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 11, 22, 12+i, 0, 0, 0, time.UTC)
		if err := json.NewEncoder(&file).Encode(chain.Anchor{Time: at, Seq: line.Seq, Hash: line.Hash}); err != nil {
			t.Fatal(err)
		}
	}
	return file.String()
}

// verifyWith verifies lines and that they are those of the anchors.
func verifyWith(anchors string, lines ...string) (*chain.Anchorage, error) {
	read, err := chain.ReadAnchors(strings.NewReader(anchors))
	if err != nil {
		return nil, err
	}
	verifier, anchorage := &chain.Verifier{}, chain.NewAnchorage(read)
	err = chain.Read(strings.NewReader(strings.Join(lines, "")), func(line chain.Line) error {
		if err := verifier.Add(line); err != nil {
			return err
		}
		return anchorage.Add(line)
	})
	if err == nil {
		err = verifier.Anchored()
	}
	if err == nil {
		err = anchorage.End()
	}
	return anchorage, err
}

func TestAnchorsShowWhatTheChainAloneDoesNot(t *testing.T) {
	entries := []string{`{"id":"a"}`, `{"id":"b"}`, `{"id":"c"}`, `{"id":"d"}`, `{"id":"e"}`}
	whole := lines(entries...)
	rewritten := slices.Clone(entries)
	rewritten[2] = `{"id":"x"}`
	edited := slices.Clone(whole)
	edited[2] = strings.Replace(whole[2], `"c"`, `"C"`, 1)
	anchors := anchored(t, whole, 2, 4, 5)
	for name, c := range map[string]struct {
		lines []string
		want  string // part of the error
	}{
		"nobody touched it":           {whole, ""},
		"it went on":                  {lines(append(slices.Clone(entries), `{"id":"f"}`)...), ""},
		"its end was cut off":         {whole[:4], "line 5 is missing"},
		"its end was replaced":        {lines(append(slices.Clone(entries[:4]), `{"id":"x"}`)...), "line 5 is not the line"},
		"everything was written anew": {lines(`{"id":"1"}`, `{"id":"2"}`, `{"id":"3"}`, `{"id":"4"}`, `{"id":"5"}`), "line 2 is not the line"},
		"written anew from a line on": {lines(rewritten...), "line 4 is not the line"},
		"a line was edited":           {edited, "line 3 was changed"},
		"everything was removed":      {nil, "line 5 is missing"},
		"shorter than the first":      {whole[:1], "line 5 is missing"},
		"a longer other chain":        {lines(append([]string{`{"id":"1"}`}, append(entries[1:], `{"id":"f"}`)...)...), "line 2 is not the line"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := verifyWith(anchors, c.lines...)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestAnchorsOfLinesThatRetentionRemovedAreTold(t *testing.T) {
	entries := []string{`{"id":"a"}`, `{"id":"b"}`, `{"id":"c"}`}
	second, err := chain.Parse([]byte(lines(entries...)[1]))
	if err != nil {
		t.Fatal(err)
	}
	retention := `{"tool":"audit.retention","retention":{"through":2,"hash":"` + second.Hash.String() + `","removed":2}}`
	whole := lines(append(entries, retention)...)

	anchorage, err := verifyWith(anchored(t, whole, 1, 2, 3), whole[2:]...)
	if err != nil || anchorage.Held != 1 || anchorage.Removed == nil || anchorage.Removed.Seq != 2 {
		t.Errorf("got %+v, %v", anchorage, err)
	}
	if _, err := verifyWith(anchored(t, whole, 1, 2), whole[2:]...); err == nil {
		t.Error("not even the newest line that was anchored is left, and it verifies")
	}
	before := strings.Replace(anchored(t, whole, 2, 3), second.Hash.String(), strings.Repeat("1", 64), 1)
	if _, err := verifyWith(before, whole[2:]...); err == nil {
		t.Error("what was removed was not what was anchored, and it verifies")
	}
}

func TestAnchorsAreReadFromAFileOrALog(t *testing.T) {
	hash := strings.Repeat("0a", 32)
	log := `{"time":"2026-11-22T12:00:00Z","level":"INFO","msg":"anchored the audit trail","seq":7,"hash":"` + hash + `"}`
	read, err := chain.ReadAnchors(strings.NewReader(log + "\n" + log))
	if err != nil || len(read) != 2 || read[1].Seq != 7 || read[1].Hash.String() != hash {
		t.Errorf("got %+v, %v", read, err)
	}
	for name, text := range map[string]string{
		"nothing":       "",
		"no JSON":       log + "\nhello\n",
		"cut off":       log[:len(log)-20],
		"without time":  `{"seq":7,"hash":"` + hash + `"}`,
		"without hash":  `{"time":"2026-11-22T12:00:00Z","seq":7}`,
		"without seq":   `{"time":"2026-11-22T12:00:00Z","hash":"` + hash + `"}`,
		"a short hash":  `{"time":"2026-11-22T12:00:00Z","seq":7,"hash":"0a"}`,
		"an empty line": log + "\n\n" + log,
		"endless":       strings.Repeat(" ", 1<<20),
	} {
		if read, err := chain.ReadAnchors(strings.NewReader(text)); err == nil {
			t.Errorf("%s: read as %+v", name, read)
		}
	}
}

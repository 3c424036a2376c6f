package fileimport_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/fileimport"
)

func TestWhatASpreadsheetWouldRunIsWrittenAsText(t *testing.T) {
	for cell, want := range map[string]string{
		`=cmd|'/C calc'!A0`: `'=cmd|'/C calc'!A0`, "+92 21 0": "'+92 21 0", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"\tx": "'\tx", "\rx": "'\rx", "  =1": "'  =1", `"=1`: `'"=1`, `'=1`: `''=1`, "＝1": "'＝1", "\u00a0=1": "'\u00a0=1",
		"-67.0392": "-67.0392", "-5": "-5", "'-5": "''-5", "Masjid": "Masjid", "a=b": "a=b", "": "", "'Abd": "'Abd",
	} {
		var file bytes.Buffer
		rows := fileimport.NewCellWriter(&file)
		if err := rows.Write([]string{cell, "x"}); err != nil {
			t.Fatal(err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		line, err := csv.NewReader(&file).Read()
		if err != nil || line[0] != want {
			t.Errorf("%q is written as %q, %v, want %q", cell, line, err, want)
		}
		if err == nil && fileimport.Cell(line[0]) != cell {
			t.Errorf("%q is read back as %q", cell, fileimport.Cell(line[0]))
		}
	}
}

func FuzzCell(f *testing.F) {
	f.Add("=1+1")
	f.Add("''' \"@x")
	f.Fuzz(func(t *testing.T, cell string) {
		var file bytes.Buffer
		rows := fileimport.NewCellWriter(&file)
		if err := rows.Write([]string{"x", cell}); err != nil {
			t.Fatal(err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		line, err := csv.NewReader(&file).Read()
		if err != nil {
			t.Fatal(err)
		}
		written := line[1]
		bare := strings.TrimLeft(written, " \t\"")
		if bare != "" && slices.Contains([]byte("=+@"), bare[0]) {
			t.Errorf("%q is written as %q, which is run", cell, written)
		}
		// The format itself makes an end of line of CR LF.
		if got, want := fileimport.Cell(written), strings.ReplaceAll(cell, "\r\n", "\n"); got != want {
			t.Errorf("%q is read back as %q", cell, got)
		}
	})
}

func TestNumbersAreOfDigits(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-0": 0, "67.0392": 67.0392, "-67.0392": -67.0392, "+5": 5, ".5": .5, "5.": 5, "6.7e1": 67, "90": 90, "-90": -90, "007": 7,
	} {
		if got, err := fileimport.Decimal(text, 90); err != nil || got != want || math.Signbit(got) != (want < 0) {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "1_0", "0x10", "0x1p4", "1_000", "Inf", "-inf", "NaN", "1e", "1e9999", "90.1", "1,5", "١", "1 ", " 1", "--1", ".", "e5",
		"1\n", strings.Repeat("0", 41) + "1",
	} {
		if got, err := fileimport.Decimal(text, 90); err == nil {
			t.Errorf("%q is %v, want no number", text, got)
		}
	}
	for text, want := range map[string]int32{"1": 1, "05": 5, "2147483647": math.MaxInt32} {
		if got, err := fileimport.Positive(text); err != nil || got != want {
			t.Errorf("%s is %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", "1_0", "0x1", "1.0", "2147483648", " 1", "۱"} {
		if got, err := fileimport.Positive(text); err == nil {
			t.Errorf("%q is %d, want no number", text, got)
		}
	}
}

package splice_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp/internal/splice"
)

// Whoever reads gzip reads what stands before, the text, and what stands after it, and finds checksum and length right.
func TestAStreamHoldsAllThree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		return text
	}
	texts := [][]byte{nil, []byte("x"), []byte(strings.Repeat(`{"type":"object"},`, 10_000)), noise(200_000), make([]byte, 1<<20)}
	arounds := [][2][]byte{{nil, nil}, {[]byte(`{"id":7,"result":`), []byte("}")}, {noise(splice.Most), noise(splice.Most)}}
	for _, text := range texts {
		made := splice.New(text)
		for _, around := range arounds {
			want := slices.Concat(around[0], text, around[1])
			stream := made.Append([]byte("kept"), around[0], around[1])
			if !bytes.HasPrefix(stream, []byte("kept")) {
				t.Fatal("what was there is not")
			}
			reader, err := gzip.NewReader(bytes.NewReader(stream[len("kept"):]))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes between %d and %d: %d bytes, %v", len(text), len(around[0]), len(around[1]), len(got), err)
			}
		}
	}
}

func TestATextIsCompressed(t *testing.T) {
	text := []byte(strings.Repeat(`{"type":"object"},`, 1000))
	if got := len(splice.New(text).Append(nil, []byte("{"), []byte("}"))); got > len(text)/20 {
		t.Errorf("%d bytes take %d", len(text), got)
	}
}

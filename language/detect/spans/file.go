package spans

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
)

// weights are what cmd/detect-train makes of the corpora.
//
//go:embed weights.bin
var weights []byte

// Committed is the model of the weights that come with the program.
var Committed = sync.OnceValues(func() (*Model, error) {
	m, err := Read(weights)
	if err != nil {
		return nil, fmt.Errorf("spans/weights.bin: %w; `make detect-train` makes it anew", err)
	}
	return m, nil
})

// Told is a sentence with the names that stand in it.
type Told struct {
	Sentence
	Found
}

// In finds the names in a sentence that is taken for an intent, by the model that comes with the program.
func In(c *clauses.Clauses, intent meaning.Intent) Told {
	s, ok := Of(c, intent)
	m, err := Committed()
	if !ok || err != nil {
		return Told{Sentence: s}
	}
	return Told{s, m.Find(&s)}
}

// Name is a name as it is kept; "" where there is none.
func (t *Told) Name(n Name) string { return t.Text(t.Found[n]) }

// Write encodes a model's weights, and compresses them: those of steps, how many features there are, by how much each is greater than the
// one before, and the weights label after label. The rows must be in the order of their features.
func Write(to io.Writer, steps *Steps, rows []Row) error {
	plain, err := binary.Append(nil, binary.LittleEndian, steps)
	if err != nil {
		return fmt.Errorf("encode weights of steps: %w", err)
	}
	plain = binary.AppendUvarint(plain, uint64(len(rows)))
	before := model.Feature(0)
	for _, r := range rows {
		plain = binary.AppendUvarint(plain, uint64(r.Feature-before))
		before = r.Feature
	}
	for y := range Labels {
		for _, r := range rows {
			plain = append(plain, byte(r.Weights[y]))
		}
	}
	out, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return fmt.Errorf("compress weights: %w", err)
	}
	_, err = out.Write(plain)
	if err := errors.Join(err, out.Close()); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

// mostRows is how many features a file may hold.
const mostRows = 1 << 18

// Read decodes what Write encoded.
func Read(content []byte) (*Model, error) {
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(content)), mostRows*(binary.MaxVarintLen32+int64(Labels))))
	if err != nil {
		return nil, fmt.Errorf("read weights: %w", err)
	}
	var steps Steps
	from := bytes.NewReader(plain)
	if err := binary.Read(from, binary.LittleEndian, &steps); err != nil {
		return nil, fmt.Errorf("read weights of steps: %w", err)
	}
	count, err := binary.ReadUvarint(from)
	if err != nil {
		return nil, fmt.Errorf("read how many features there are: %w", err)
	}
	if count > mostRows {
		return nil, fmt.Errorf("read weights: %d features, at most %d there can be", count, mostRows)
	}
	rows := make([]Row, count)
	before := uint64(0)
	for i := range rows {
		more, err := binary.ReadUvarint(from)
		if err != nil {
			return nil, fmt.Errorf("read feature %d of %d: %w", i+1, count, err)
		}
		if before += more; more>>featureBits != 0 || before>>featureBits != 0 {
			return nil, fmt.Errorf("read weights: feature %d of %d is greater than any can be", i+1, count)
		}
		rows[i].Feature = model.Feature(before)
	}
	rest := plain[len(plain)-from.Len():]
	if len(rest) != len(rows)*int(Labels) {
		return nil, fmt.Errorf("read weights: %d weights of %d features", len(rest), count)
	}
	for i, weight := range rest {
		rows[i%len(rows)].Weights[i/len(rows)] = int8(weight)
	}
	return New(steps, rows), nil
}

package naming

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

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
		return nil, fmt.Errorf("naming/weights.bin: %w; `make detect-train` makes it anew", err)
	}
	return m, nil
})

// Better is Model.Better of the model that comes with the program.
func Better(s *Sentence, name string) string {
	m, err := Committed()
	if err != nil {
		return name
	}
	return m.Better(s, name)
}

// Named is Model.Named of the model that comes with the program.
func Named(s *Sentence, name string) string {
	m, err := Committed()
	if err != nil {
		return name
	}
	return m.Named(s, name)
}

// Write encodes a model's weights, and compresses them: those of lengths, how many features there are, by how much each is greater than the
// one before, and the weights place after place, since those of a place are alike. The rows must be in the order of their features.
func Write(to io.Writer, lengths Lengths, rows []Row) error {
	var plain []byte
	for _, of := range lengths {
		for _, weight := range of {
			plain = append(plain, byte(weight))
		}
	}
	plain = binary.AppendUvarint(plain, uint64(len(rows)))
	before := model.Feature(0)
	for _, r := range rows {
		plain = binary.AppendUvarint(plain, uint64(r.Feature-before))
		before = r.Feature
	}
	for place := range Places {
		for _, r := range rows {
			plain = append(plain, byte(r.Weights[place]))
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

// Read decodes what Write encoded.
func Read(content []byte) (*Model, error) {
	const most = Kinds*(LongestName+1) + mostRows*(binary.MaxVarintLen32+Places)
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(content)), most))
	if err != nil {
		return nil, fmt.Errorf("read weights: %w", err)
	}
	var lengths Lengths
	from := bytes.NewReader(plain)
	if err := binary.Read(from, binary.LittleEndian, &lengths); err != nil {
		return nil, fmt.Errorf("read weights of lengths: %w", err)
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
	if len(rest) != len(rows)*Places {
		return nil, fmt.Errorf("read weights: %d weights of %d features", len(rest), count)
	}
	for i, weight := range rest {
		rows[i%len(rows)].Weights[i/len(rows)] = int8(weight)
	}
	return New(lengths, rows), nil
}

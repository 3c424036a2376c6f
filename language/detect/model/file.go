package model

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// A file of weights is what flate makes of: the mark, the names of the classes, what a weight counts, how many rows there
// are, by how much each one's feature is greater than the one's before, and then, class after class, the weights, two of
// them in a byte. A weight is a square number with a sign, from -49 to 49; the file holds its root and 8.
const (
	mark  = "sfw1"
	zero  = 8
	roots = 7
)

// Write encodes a model's weights. The rows must be in the order of their features, and their weights be square numbers,
// positive or negative, of up to 49.
func Write(to io.Writer, classes []string, scale float64, rows []Row) error {
	file := []byte(mark)
	file = binary.AppendUvarint(file, uint64(len(classes)))
	for _, class := range classes {
		file = binary.AppendUvarint(file, uint64(len(class)))
		file = append(file, class...)
	}
	file = binary.LittleEndian.AppendUint64(file, math.Float64bits(scale))
	file = binary.AppendUvarint(file, uint64(len(rows)))
	before := Feature(0)
	for _, r := range rows {
		file = binary.AppendUvarint(file, uint64(r.Feature-before))
		before = r.Feature
	}
	for class := range classes {
		for i := 0; i < len(rows); i += 2 {
			pair := root(rows[i].Weights[class])
			if i+1 < len(rows) {
				pair |= root(rows[i+1].Weights[class]) << 4
			}
			file = append(file, pair)
		}
	}
	out, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return fmt.Errorf("compress weights: %w", err)
	}
	_, err = out.Write(file)
	if err := errors.Join(err, out.Close()); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

func root(weight int8) byte {
	r := math.Round(math.Sqrt(math.Abs(float64(weight))))
	return byte(int8(math.Copysign(r, float64(weight))) + zero)
}

// Read decodes what Write encoded.
func Read(file []byte) (*Model, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		return nil, fmt.Errorf("decompress weights: %w", err)
	}
	classes, scale, rows, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("read weights: %w", err)
	}
	return New(classes, scale, rows), nil
}

// decoder reads a file of weights; after the first error it reads nothing.
type decoder struct {
	rest []byte
	err  error
}

func decode(raw []byte) (classes []string, scale float64, rows []Row, err error) {
	d := decoder{rest: raw}
	if string(d.take(len(mark))) != mark {
		return nil, 0, nil, errors.New("this is not a file of weights")
	}
	for range d.count(Most) {
		classes = append(classes, string(d.take(d.count(1<<8))))
	}
	if bits := d.take(8); bits != nil {
		scale = math.Float64frombits(binary.LittleEndian.Uint64(bits))
	}
	rows = make([]Row, d.count(len(raw)))
	before := Feature(0)
	for i := range rows {
		before += Feature(d.number())
		rows[i].Feature = before
	}
	for class := range classes {
		d.weights(class, rows)
	}
	if d.err == nil && !slices.IsSortedFunc(rows, func(a, b Row) int { return int(int64(a.Feature) - int64(b.Feature)) }) {
		d.err = errors.New("the features are in no order")
	}
	if d.err == nil && before >= 1<<featureBits {
		d.err = fmt.Errorf("feature %d is greater than %d bits hold", before, featureBits)
	}
	return classes, scale, rows, d.err
}

func (d *decoder) weights(class int, rows []Row) {
	pairs := d.take((len(rows) + 1) / 2)
	if pairs == nil {
		return
	}
	for i := range rows {
		r := int8(pairs[i/2]>>(4*(i%2))&15) - zero
		if r < -roots || r > roots {
			d.err = fmt.Errorf("row %d: the root of a weight is %d, not from -7 to 7", i, r)
			return
		}
		rows[i].Weights[class] = r * max(r, -r)
	}
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		d.rest, d.err = nil, errShort
		return 0
	}
	d.rest = d.rest[size:]
	return n
}

var errShort = errors.New("the file ends too soon")

// count reads how many there are of a thing of which there can be no more than most.
func (d *decoder) count(most int) int {
	n := d.number()
	if n > uint64(most) {
		d.rest, d.err = nil, fmt.Errorf("%d is too many, at most %d there can be", n, most)
		return 0
	}
	return int(n)
}

func (d *decoder) take(n int) []byte {
	if n > len(d.rest) {
		d.rest, d.err = nil, errors.Join(d.err, errShort)
		return nil
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

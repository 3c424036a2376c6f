package model

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
)

// file is what a file of weights holds, as gob and compressed. Weights stand class after class, since those of a class are alike.
type file struct {
	Classes  []string
	Scale    float64
	Features []Feature // each by how much it is greater than the one before
	Weights  [][]byte
}

// Write encodes a model's weights. The rows must be in the order of their features.
func Write(to io.Writer, classes []string, scale float64, rows []Row) error {
	f := file{Classes: classes, Scale: scale, Weights: make([][]byte, len(classes))}
	before := Feature(0)
	for _, r := range rows {
		f.Features = append(f.Features, r.Feature-before)
		before = r.Feature
		for class := range classes {
			f.Weights[class] = append(f.Weights[class], byte(r.Weights[class]))
		}
	}
	out, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return fmt.Errorf("compress weights: %w", err)
	}
	if err := errors.Join(gob.NewEncoder(out).Encode(f), out.Close()); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

// Read decodes what Write encoded.
func Read(content []byte) (*Model, error) {
	var f file
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(content))).Decode(&f); err != nil {
		return nil, fmt.Errorf("read weights: %w", err)
	}
	if len(f.Classes) > Most || len(f.Weights) != len(f.Classes) {
		return nil, fmt.Errorf("read weights: %d classes with weights of %d, at most %d there can be", len(f.Classes), len(f.Weights), Most)
	}
	rows := make([]Row, len(f.Features))
	before := Feature(0)
	for i, more := range f.Features {
		if before += more; before>>featureBits != 0 || more>>featureBits != 0 {
			return nil, fmt.Errorf("read weights: feature %d of %d is greater than any can be", i+1, len(rows))
		}
		rows[i].Feature = before
	}
	for class, weights := range f.Weights {
		if len(weights) != len(rows) {
			return nil, fmt.Errorf("read weights: class %s has %d weights of %d features", f.Classes[class], len(weights), len(rows))
		}
		for i, weight := range weights {
			rows[i].Weights[class] = int8(weight)
		}
	}
	return New(f.Classes, f.Scale, rows), nil
}

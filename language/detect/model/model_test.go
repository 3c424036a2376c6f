package model_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect/model"
)

var classes = []string{"tea", "coffee"}

// rows are of a model to which leaf says tea and bean coffee; n of them in all, the others say nothing.
func rows(n int) []model.Row {
	all := []model.Row{
		{Feature: model.Named("leaf"), Weights: [model.Most]int8{49, -16}},
		{Feature: model.Named("bean"), Weights: [model.Most]int8{-1, 25}},
	}
	for i := len(all); i < n; i++ {
		all = append(all, model.Row{Feature: model.Feature(i) * 1000})
	}
	slices.SortFunc(all, func(a, b model.Row) int { return int(int64(a.Feature) - int64(b.Feature)) })
	return all
}

func TestAFeatureSpeaksForItsClass(t *testing.T) {
	m := model.New(classes, 0.1, rows(2))
	for _, test := range []struct {
		features []model.Feature
		tea      float64 // its probability, 0 to 1
	}{
		{nil, 0.5},
		{[]model.Feature{model.Named("milk")}, 0.5},
		{[]model.Feature{model.Named("leaf"), model.Named("milk")}, 1 / (1 + math.Exp(-6.5/math.Sqrt2))},
		{[]model.Feature{model.Named("leaf"), model.Named("bean")}, 1 / (1 + math.Exp(-3.9/math.Sqrt(3)))},
	} {
		if p := m.Score(test.features).Probabilities(len(classes)); math.Abs(p[0]-test.tea) > 1e-9 || math.Abs(p[0]+p[1]-1) > 1e-9 {
			t.Errorf("with %d features tea is %v and coffee %v, not %v", len(test.features), p[0], p[1], test.tea)
		}
	}
}

// However many features a sentence has, each counts.
func TestManyFeaturesAddUp(t *testing.T) {
	all := make([]model.Row, 3000)
	features := make([]model.Feature, len(all))
	for i := range all {
		features[i] = model.Feature(i + 1)
		all[i] = model.Row{Feature: features[i], Weights: [model.Most]int8{127, -127, 0, 1}}
	}
	m := model.New([]string{"tea", "coffee", "water", "milk"}, 1, all)
	for _, n := range []int{1, 255, 256, 511, 3000} {
		unit := model.Share(n)
		want := model.Scores{127 * float64(n) * unit, -127 * float64(n) * unit, 0, float64(n) * unit}
		if got := m.Score(features[:n]); got != want {
			t.Errorf("%d features: %v, not %v", n, got[:4], want[:4])
		}
	}
}

func TestTheOrderOfAPairMatters(t *testing.T) {
	a, b := model.Named("a"), model.Named("b")
	if a.With(b) == b.With(a) || a.With(b) == a {
		t.Errorf("a with b is %d, b with a %d, a %d", a.With(b), b.With(a), a)
	}
	if model.Bytes([]byte("a")) != a {
		t.Error("a name and its bytes are different features")
	}
}

func TestAFileHoldsTheWeights(t *testing.T) {
	for _, n := range []int{2, 3, 1000} {
		read, err := model.Read(written(t, n))
		if err != nil {
			t.Fatal(err)
		}
		made := model.New(classes, 0.1, rows(n))
		features := []model.Feature{model.Named("leaf"), model.Named("bean"), 2000, 77}
		if got, want := read.Score(features), made.Score(features); got != want || !slices.Equal(read.Classes(), classes) {
			t.Errorf("of %d rows: %v of %v, not %v", n, got, read.Classes(), want)
		}
	}
}

func written(tb testing.TB, n int) []byte {
	tb.Helper()
	var file bytes.Buffer
	if err := model.Write(&file, classes, 0.1, rows(n)); err != nil {
		tb.Fatal(err)
	}
	return file.Bytes()
}

// FuzzRead promises an error, and no panic and no endless memory, for a file that is damaged.
func FuzzRead(f *testing.F) {
	whole := written(f, 50)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, file []byte) {
		if m, err := model.Read(file); err == nil && m.Score([]model.Feature{1, 2, 3}) != m.Score([]model.Feature{1, 2, 3}) {
			t.Error("the same features score differently")
		}
	})
}

package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/detect"
	"github.com/salaatflow/platform/gateway/detect/evaluation"
	"github.com/salaatflow/platform/gateway/detect/model"
	"github.com/salaatflow/platform/gateway/detect/training"
)

type item struct {
	s     evaluation.Sentence
	ex    training.Example
	rule  int
	sure  float64
	right map[int]bool
}

var classes []string
var index = map[string]int{}

func class(n string) int {
	if i, ok := index[n]; ok {
		return i
	}
	index[n] = len(classes)
	classes = append(classes, n)
	return index[n]
}

func main() {
	check := flag.String("check", "", "")
	miss := flag.Bool("miss", false, "")
	drop := flag.String("drop", "", "")
	epochs := flag.Int("epochs", 20, "")
	rate := flag.Float64("rate", 0.3, "")
	decay := flag.Float64("decay", 1e-3, "")
	least := flag.Int("least", 2, "")
	keep := flag.Int("keep", 0, "")
	mode := flag.String("mode", "cv", "cv|held")
	flag.Parse()
	detect.ZZDrop = strings.Split(*drop, ",")
	d, err := detect.New()
	if err != nil {
		panic(err)
	}
	load := func(all []evaluation.Sentence) (items []item) {
		for _, s := range all {
			it := item{s: s, right: map[int]bool{}}
			in := detect.Input{Text: s.Text, Now: evaluation.Now()}
			it.ex.Features = d.Features(in)
			for _, i := range s.Intents {
				it.ex.Right = append(it.ex.Right, class(string(i)))
				it.right[class(string(i))] = true
			}
			r := d.Detect(in)
			it.rule, it.sure = class(string(r.Intent)), r.Confidence
			items = append(items, it)
		}
		return
	}
	all, err := evaluation.Read(os.DirFS("detect/testdata/corpus"))
	if err != nil {
		panic(err)
	}
	items := load(all)
	o := training.Options{Seed: 1, Epochs: *epochs, Rate: *rate, Decay: *decay, Least: *least, Keep: *keep}
	fit := func(in []item) *model.Model {
		var ex []training.Example
		for _, i := range in {
			ex = append(ex, i.ex)
		}
		w := training.Train(classes, ex, o)
		rows, _ := w.Rows()
		nz := 0
		for _, r := range rows {
			for _, x := range r.Weights {
				if x != 0 {
					nz++
				}
			}
		}
		_ = nz; if *miss { fmt.Println("rows", len(rows), "nonzero", nz) }
		return w.Model()
	}
	type tally struct{ n, rules, model int; combo [6]int; wr, wm int; wc [6]int }
	t := map[string]*tally{}
	var misses []string
	betas := []float64{0.25, 0.5, 1, 2, 0, 0}
	test := func(m *model.Model, in []item) {
		for _, it := range in {
			l := string(it.s.Lang)
			for _, l := range []string{l, "all"} {
				if t[l] == nil {
					t[l] = &tally{}
				}
				t := t[l]
				t.n++
				sc := m.Score(it.ex.Features)
				b := best(sc, len(classes))
				writes := func(i int) bool { return it.right[index["unknown"]] && detect.Intent(classes[i]).Writes() }
				if it.right[it.rule] {
					t.rules++
				}
				if it.right[b] {
					t.model++
				}
				if writes(it.rule) {
					t.wr++
				}
				if writes(b) {
					t.wm++
				}
				for i, beta := range betas {
					sc := sc
					sc[it.rule] += beta
					c := best(sc, len(classes))
					if it.right[c] {
						t.combo[i]++
					} else if i == 3 && l == "all" {
						p := sc.Probabilities(len(classes))
						misses = append(misses, fmt.Sprintf("%s %v -> %s %.2f; rule %s %.2f: %s", it.s.Lang, it.s.Intents, classes[c], p[c], classes[it.rule], it.sure, it.s.Text))
					}
					if writes(c) {
						t.wc[i]++
					}
				}
			}
		}
	}
	switch *mode {
	case "cv", "all": // on the tuned part
		tuned := items
		if *mode == "cv" {
		tuned = slices.DeleteFunc(slices.Clone(items), func(i item) bool { return evaluation.HeldOut(i.s) })
		}
		for k := range 5 {
			var a, b []item
			for i, it := range tuned {
				if i%5 == k {
					b = append(b, it)
				} else {
					a = append(a, it)
				}
			}
			test(fit(a), b)
		}
	case "held":
		var a, b []item
		for _, it := range items {
			if evaluation.HeldOut(it.s) {
				b = append(b, it)
			} else {
				a = append(a, it)
			}
		}
		test(fit(a), b)
	case "check":
		chk, err := evaluation.ReadFile(os.DirFS(filepath.Dir(*check)), filepath.Base(*check))
		if err != nil {
			panic(err)
		}
		c := load(chk)
		var a []item
		for _, it := range items {
			if !evaluation.HeldOut(it.s) {
				a = append(a, it)
			}
		}
		test(fit(a), c)
	}
	pc := func(a, n int) string { return fmt.Sprintf("%5.1f", math.Round(1000*float64(a)/float64(n))/10) }
	for _, l := range []string{"en", "ur-Latn", "ur", "all"} {
		t := t[l]
		fmt.Printf("%-8s n=%d rules %s (w%d) model %s (w%d) combos", l, t.n, pc(t.rules, t.n), t.wr, pc(t.model, t.n), t.wm)
		for i := range betas {
			fmt.Printf(" %v:%s(w%d)", betas[i], pc(t.combo[i], t.n), t.wc[i])
		}
		fmt.Println()
	}
	if *miss {
		for _, m := range misses {
			fmt.Println(m)
		}
	}
}

func best(s model.Scores, n int) int {
	b := 0
	for i := range n {
		if s[i] > s[b] {
			b = i
		}
	}
	return b
}

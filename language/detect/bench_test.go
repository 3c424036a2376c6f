package detect_test

import (
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// BenchmarkDetect understands the sentences of the corpora one after another; the median is of single sentences.
func BenchmarkDetect(b *testing.B) {
	benchmark(b, func(d *detect.Detector, in detect.Input) { d.Detect(in) })
}

func BenchmarkRequests(b *testing.B) {
	benchmark(b, func(d *detect.Detector, in detect.Input) { d.Requests(in) })
}

func benchmark(b *testing.B, read func(*detect.Detector, detect.Input)) {
	b.Helper()
	d, sentences := detector(b), corpus(b)
	took := make([]time.Duration, 0, b.N)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		in := detect.Input{Text: sentences[n%len(sentences)].Text, Now: evaluation.Now()}
		began := time.Now()
		read(d, in)
		took = append(took, time.Since(began))
		n++
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "median-ns")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
}

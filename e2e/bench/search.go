package main

import (
	"context"
	"fmt"
)

// measureSearch measures searching 50,000 hadiths in three languages, for rare words and for common ones.
func measureSearch(ctx context.Context, e effort) ([]figure, error) {
	arguments := []string{"-benchtime", "50x", "-timeout", "30m"}
	if e.short {
		arguments = []string{"-benchtime", "1x", "-short"}
	}
	results, err := goBenchmarks(ctx, "hadith-svc/internal/store",
		"^BenchmarkSearch$/./^(one_word|two_words|beginning|in_every_other|first_[a-z_]*)$", arguments...)
	if err != nil {
		return nil, err
	}
	var figures []figure
	for _, engine := range []struct{ name, benchmark string }{{"SQLite", "sqlite"}, {"PostgreSQL", "postgres"}} {
		for _, c := range []struct{ what, benchmark string }{
			{"an Arabic word", "one_word"}, {"two English words", "two_words"}, {"the beginning of a word", "beginning"},
			{"a word that 30,000 have, the first time", "first_in_every_other"}, {"a word that 30,000 have, again", "in_every_other"},
			{"a word that 46,000 have, the first time", "first_in_nearly_every"},
			{"four words that many have, the first time", "first_four_in_many"},
		} {
			f, err := searchFigure(results, "search 50,000 hadiths for "+c.what+", "+engine.name,
				"BenchmarkSearch/"+engine.benchmark+"/"+c.benchmark)
			if err != nil {
				return nil, err
			}
			figures = append(figures, f)
		}
	}
	return figures, nil
}

// measureImport measures importing 7,000 hadiths in three languages, each a file of its own, into an empty library.
func measureImport(ctx context.Context, e effort) ([]figure, error) {
	arguments := []string{"-benchtime", "1x", "-timeout", "30m"}
	if e.short {
		arguments = append(arguments, "-short")
	}
	results, err := goBenchmarks(ctx, "hadith-svc/internal/importing", "^BenchmarkImport$", arguments...)
	if err != nil {
		return nil, err
	}
	var figures []figure
	for _, engine := range []struct{ name, benchmark string }{{"SQLite", "sqlite"}, {"PostgreSQL", "postgres"}} {
		f := figure{what: "import 7,000 hadiths × 3 languages, " + engine.name, target: "seconds"}
		benchmark := "BenchmarkImport/" + engine.benchmark
		if results[benchmark] == nil { // skipped, and the benchmark said why
			f.missing = "the engine is not here"
			figures = append(figures, f)
			continue
		}
		took, err := results.median(benchmark, "ns/op")
		if err != nil {
			return nil, err
		}
		const perSecond, longest = 1e9, 60
		f.measured, f.ok = fmt.Sprintf("%.0f s", took/perSecond), took <= longest*perSecond
		figures = append(figures, f)
	}
	return figures, nil
}

func searchFigure(results benchmarks, what, benchmark string) (figure, error) {
	f := figure{what: what, target: "≤ 10 ms"}
	if results[benchmark] == nil { // skipped, and the benchmark said why
		f.missing = "the engine is not here"
		return f, nil
	}
	took, err := results.median(benchmark, "ns/op")
	if err != nil {
		return figure{}, err
	}
	const perMillisecond = 1e6
	f.measured, f.ok = fmt.Sprintf("%.1f ms", took/perMillisecond), took <= 10*perMillisecond
	return f, nil
}

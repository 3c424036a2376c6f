package web

import (
	"html/template"
	"strconv"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// consoleFunctions are what templates of the console may call besides.
func (p *Pages) consoleFunctions(language *words.Language) template.FuncMap {
	return template.FuncMap{
		"sections": sections,
		"rate":     func(rate float64) string { return language.Digits(strconv.FormatFloat(rate, 'f', 1, 64)) },
		"percent":  func(part float64) int { return int(part*100 + 0.5) }, //nolint:mnd // of a hundred
		"ago":      func(moment string) int { return seconds(p.Clock.Now(), moment) },
		"left":     func(moment string) int { return -seconds(p.Clock.Now(), moment) },
		"instant":  instant,
		"minutes":  func(seconds int) int { return max(1, (seconds+30)/60) }, //nolint:mnd // of 60 seconds
	}
}

// seconds returns how long ago a moment was, in whole seconds; 0 for what is no moment.
func seconds(now time.Time, moment string) int {
	when, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return 0
	}
	return int(now.Sub(when) / time.Second)
}

// instant returns a moment to the thousandth of a second, for what happens now.
func instant(moment string) string {
	when, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return when.UTC().Format("15:04:05.000")
}

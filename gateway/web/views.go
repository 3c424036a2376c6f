package web

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/words"
)

//go:embed templates
var templates embed.FS

// views are the templates of all pages in one language, by the name of the page. Each is read when it is first shown, in a few
// milliseconds, since each has a copy of what all share, and few readers see all pages in all languages.
type views map[string]func() (*template.Template, error)

// views returns the templates: what is in templates is shared by all pages, and each file of templates/pages is a page.
func (p *Pages) views() (map[string]views, error) {
	files, err := fs.Glob(templates, "templates/pages/*.html")
	if err != nil {
		return nil, err
	}
	byLanguage := map[string]views{}
	for tag, language := range p.languages {
		shared := sync.OnceValues(func() (*template.Template, error) {
			return template.New("").Funcs(p.functions(language)).ParseFS(templates, "templates/*.html")
		})
		byLanguage[tag] = views{}
		for _, file := range files {
			byLanguage[tag][strings.TrimSuffix(path.Base(file), ".html")] = sync.OnceValues(func() (*template.Template, error) {
				return withShared(shared, file)
			})
		}
	}
	return byLanguage, nil
}

func withShared(shared func() (*template.Template, error), file string) (*template.Template, error) {
	all, err := shared()
	if err != nil {
		return nil, err
	}
	own, err := all.Clone()
	if err != nil {
		return nil, err
	}
	return own.ParseFS(templates, file)
}

// execute writes a part of a page, or of what pages share.
func (p *Pages) execute(w io.Writer, tag, name, part string, data any) error {
	read := p.pages[tag][name]
	if read == nil {
		return fmt.Errorf("there is no page %q in the language %q", name, tag)
	}
	page, err := read()
	if err != nil {
		return err
	}
	return page.ExecuteTemplate(w, part, data)
}

// functions are what templates may call, for pages in one language. What pages show has fields for them, and no methods: those the
// programs are built without (tools/lean-workspace).
func (p *Pages) functions(language *words.Language) template.FuncMap {
	functions := template.FuncMap{
		"t":            language.Say,
		"name":         language.Name,
		"has":          language.Has,
		"number":       language.Number,
		"digits":       language.Digits,
		"clock":        language.Clock,
		"short":        language.ShortClock,
		"remaining":    language.Remaining,
		"moment":       func(moment string) string { return p.moment(language, moment) },
		"day":          func(date string) string { return longDate(language, date) },
		"asset":        p.assets.URL,
		"lines":        func(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") },
		"runs":         words.Runs,
		"langOf":       words.LangOf,
		"dirOf":        words.Direction,
		"lower":        strings.ToLower,
		"list":         func(values ...any) []any { return values },
		"dict":         dict,
		"languages":    words.Tags,
		"prayers":      func() []string { return prayers },
		"urdu":         func() bool { return language.Tag == words.Urdu },
		"now":          func() string { return p.Clock.Now().Format(time.RFC3339) },
		"at":           at,
		"atExactly":    atSection,
		"section":      func(path string) string { return "console.nav" + strings.TrimPrefix(path, "/console") },
		"milliseconds": milliseconds,
		"stamp":        stamp,
		"values":       func(field string) []string { return choicesOf[field] },
		"local":        local,
		"negated":      func(n int) int { return -n },
		"hasJamaats":   func(m masjid) bool { return m.Fajr+m.Dhuhr+m.Asr+m.Maghrib+m.Isha+m.Jummah != "" },
		"yes":          func(has *bool) bool { return has != nil && *has },

		"webcal":       func(address string) template.URL { return template.URL(address) }, //nolint:gosec // the pages made it
		"pushService":  serviceOf,
		"startOf":      startOf,
		"chosenSchool": chosenSchool,
		"map":          mapURL,
		"km":           kilometres(language),
		"hijri":        hijri(language),
	}
	maps.Copy(functions, p.consoleFunctions(language))
	return functions
}

// moment returns when something is, relative to now; what is no time is returned as it is.
func (p *Pages) moment(language *words.Language, moment string) string {
	when, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return language.Moment(when, p.Clock.Now())
}

func longDate(language *words.Language, date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return language.LongDate(day, false)
}

// dict makes the data of a part: names and values, in turn.
func dict(pairs ...any) (map[string]any, error) {
	made := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok || i+1 == len(pairs) {
			return nil, fmt.Errorf("dict: give names and values, in turn, not %v", pairs)
		}
		made[name] = pairs[i+1]
	}
	return made, nil
}

package when

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/language/detect/text"
)

// The tables: lines of "CLASS VALUE: spelling, spelling". A spelling marked ? is weak, one marked ?? rare (see word).
//
//go:embed data/*.txt
var tables embed.FS

func loadTables() (map[string]*word, error) {
	names, err := fs.Glob(tables, "data/*.txt")
	if err != nil {
		return nil, err
	}
	words := make(map[string]*word, 2048)
	for _, name := range names {
		content, err := tables.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := loadTable(words, string(content)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, w := range words {
		slices.SortFunc(w.phrases, func(a, b phrase) int { return cmp.Compare(len(b.rest), len(a.rest)) })
	}
	return words, nil
}

func loadTable(words map[string]*word, content string) error {
	number := 0
	for line := range strings.Lines(content) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := loadLine(words, line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

func loadLine(words map[string]*word, line string) error {
	head, spellings, ok := strings.Cut(line, ":")
	if !ok {
		return errors.New(`want "CLASS VALUE: spelling, spelling"`)
	}
	name, value, _ := strings.Cut(head, " ")
	entry, ok := entries[name]
	if !ok {
		return fmt.Errorf("there is no class %q", name)
	}
	for spelling := range strings.SplitSeq(spellings, ",") {
		bare := strings.TrimRight(strings.TrimSpace(spelling), "?")
		w, err := wordFor(words, bare)
		if err != nil {
			return err
		}
		if err := entry.set(w, value); err != nil {
			return fmt.Errorf("%q: %w", bare, err)
		}
		w.class |= entry.class
		switch marks := len(strings.TrimSpace(spelling)) - len(bare); {
		case marks >= 2:
			w.rare |= entry.class
		case marks == 1:
			w.weak |= entry.class
		}
	}
	return nil
}

// wordFor returns the entry of a spelling, new or already there. It is cut into tokens as a sentence is.
func wordFor(words map[string]*word, spelling string) (*word, error) {
	tokens := text.Parse(spelling).Tokens
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%q holds no word", spelling)
	}
	first := words[tokens[0].Norm]
	if first == nil {
		first = &word{}
		words[strings.Clone(tokens[0].Norm)] = first
	}
	if len(tokens) == 1 {
		return first, nil
	}
	rest := make([]string, 0, len(tokens)-1)
	for _, token := range tokens[1:] {
		rest = append(rest, token.Norm)
	}
	for _, known := range first.phrases {
		if slices.Equal(known.rest, rest) {
			return known.word, nil
		}
	}
	w := &word{}
	first.phrases = append(first.phrases, phrase{rest: rest, word: w})
	return w, nil
}

// entry is a class of the tables: its bit, and what its value sets.
type entry struct {
	class class
	set   func(w *word, value string) error
}

var entries = map[string]entry{
	"number":     {classNumber, func(w *word, v string) error { return setNumber(&w.number, w.class&classNumber != 0, v) }},
	"scale":      {classScale, func(w *word, v string) error { return setNumber(&w.scale, w.scale != 0, v) }},
	"fraction":   {classFraction, setMinutes},
	"mixed":      {classMixed, setMinutes},
	"clockword":  {classClockWord, setMinutes},
	"ordinal":    {classOrdinal, func(w *word, v string) error { return setNumber(&w.ordinal, w.ordinal != 0, v) }},
	"day":        {classDay, setDay},
	"flip":       {classDay | classFlip, setDay},
	"weekday":    {classWeekday, setWeekday},
	"month":      {classMonth, func(w *word, v string) error { return setNumber(&w.month, w.month != 0, v) }},
	"unit":       {classUnit, func(w *word, v string) error { return choose(&w.unit, units, v) }},
	"part":       {classPart, func(w *word, v string) error { return choose(&w.part, dayParts, v) }},
	"tonight":    {classDay | classPart, func(w *word, _ string) error { w.part = night; return nil }},
	"meridiem":   {classMeridiem, func(w *word, v string) error { return choose(&w.pm, map[string]bool{"am": false, "pm": true}, v) }},
	"rhythm":     {classRhythm, func(w *word, v string) error { return choose(&w.recurrence, recurrences, v) }},
	"prayer":     {classPrayer, func(w *word, v string) error { w.prayer = v; return nil }},
	"half":       {classHalf, plain},
	"quarter":    {classQuarter, plain},
	"suffix":     {classSuffix, plain},
	"baje":       {classBaje, plain},
	"baj":        {classBaj, plain},
	"bajne":      {classBajne, plain},
	"oclock":     {classOclock, plain},
	"past":       {classPast, plain},
	"to":         {classTo, plain},
	"couple":     {classCouple, plain},
	"plural":     {classPlural, plain},
	"jummah":     {classJummah, plain},
	"weekend":    {classWeekend, plain},
	"tareekh":    {classTareekh, plain},
	"end":        {classEnd, plain},
	"next":       {classNext, plain},
	"this":       {classThis, plain},
	"last":       {classLast, plain},
	"every":      {classEvery, plain},
	"service":    {classService, plain},
	"waqt":       {classWaqt, plain},
	"surah":      {classSurah, plain},
	"before":     {classBefore, plain},
	"after":      {classAfter, plain},
	"pehle":      {classPehle, plain},
	"baad":       {classBaad, plain},
	"later":      {classLater, plain},
	"ago":        {classAgo, plain},
	"in":         {classIn, plain},
	"the":        {classThe, plain},
	"at":         {classAt, plain},
	"on":         {classOn, plain},
	"by":         {classBy, plain},
	"for":        {classFor, plain},
	"until":      {classUntil, plain},
	"starting":   {classStarting, plain},
	"ko":         {classKo, plain},
	"se":         {classSe, plain},
	"tak":        {classTak, plain},
	"ke":         {classKe, plain},
	"mein":       {classMein, plain},
	"pe":         {classPe, plain},
	"wala":       {classWala, plain},
	"and":        {classAnd, plain},
	"of":         {classOf, plain},
	"liye":       {classTail, plain},
	"qareeb":     {classTail, plain},
	"dinword":    {classTail, plain},
	"az":         {classAz, plain},
	"it":         {classIt, plain},
	"label":      {classLabel, plain},
	"numberword": {0, withRole(roleNumberWord)},
	"once":       {0, withRole(roleOnce)},
	"instead":    {0, withRole(roleInstead)},
	"bajaye":     {0, withRole(roleBajaye)},
	"long":       {0, withRole(roleLong)},
	"own":        {0, plain},
	"not":        {0, withRole(roleNot)},
	"so":         {0, withRole(roleSo)},
	"soon":       {0, withRole(roleSoon)},
	"hijri":      {0, withRole(roleHijri)},
	"ones":       {0, withRole(roleOnes)},
	"name":       {0, withRole(roleName)},
	"count":      {0, withRole(roleCount)},
	"measure":    {0, withRole(roleMeasure)},
	"stem":       {0, withRole(roleStem)},
	"act":        {0, withRole(roleAct)},
	"howmany":    {0, withRole(roleHowMany)},
	"nothing":    {0, withRole(roleNothing)},
}

var (
	units       = map[string]unit{"minute": minutes, "hour": hours, "day": days, "week": weeks, "month": months, "year": years}
	dayParts    = map[string]dayPart{"morning": morning, "noon": noon, "afternoon": afternoon, "evening": evening, "night": night}
	recurrences = map[string]string{"daily": "daily", "weekly": "weekly", "monthly": "monthly", "other": "other"}
)

func plain(_ *word, value string) error {
	if value != "" {
		return fmt.Errorf("takes no value, not %q", value)
	}
	return nil
}

func withRole(r role) func(*word, string) error {
	return func(w *word, value string) error {
		w.role |= r
		return plain(w, value)
	}
}

// setNumber sets a number that is not set to another one already.
func setNumber[T ~int8 | ~int16 | ~int32 | ~int](field *T, isSet bool, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil {
		return err
	}
	if isSet && int(*field) != n {
		return fmt.Errorf("is %d already, and cannot be %d", int(*field), n)
	}
	*field = T(n)
	return nil
}

func setMinutes(w *word, value string) error { return setNumber(&w.minutes, w.minutes != 0, value) }

func setDay(w *word, value string) error { return setNumber(&w.day, w.class&classDay != 0, value) }

func setWeekday(w *word, value string) error {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if d.String() == value {
			isSet := w.class&classWeekday != 0
			return setNumber(&w.weekday, isSet, strconv.Itoa(int(d)))
		}
	}
	return fmt.Errorf("%q is not a weekday", value)
}

// choose sets a field to the named one of some values.
func choose[T comparable](field *T, values map[string]T, name string) error {
	value, ok := values[name]
	if !ok {
		return fmt.Errorf("%q is none of its values", name)
	}
	var zero T
	if *field != zero && *field != value {
		return fmt.Errorf("is %v already, and cannot be %s", *field, name)
	}
	*field = value
	return nil
}

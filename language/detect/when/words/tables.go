package words

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect/text"
)

// The tables: lines of "CLASS VALUE: spelling, spelling". A spelling marked ? is weak, one marked ?? rare (see word).
//
//go:embed data/*.txt
var tables embed.FS

// Load reads the tables of data/: what they say about each word, by its form.
func Load() (map[string]*Word, error) {
	names, err := fs.Glob(tables, "data/*.txt")
	if err != nil {
		return nil, err
	}
	words := make(map[string]*Word, 2048)
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
		slices.SortFunc(w.Phrases, func(a, b phrase) int { return cmp.Compare(len(b.Rest), len(a.Rest)) })
	}
	return words, nil
}

func loadTable(words map[string]*Word, content string) error {
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

func loadLine(words map[string]*Word, line string) error {
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
		w.Class |= entry.class
		switch marks := len(strings.TrimSpace(spelling)) - len(bare); {
		case marks >= 2:
			w.Rare |= entry.class
		case marks == 1:
			w.Weak |= entry.class
		}
	}
	return nil
}

// wordFor returns the entry of a spelling, new or already there. It is cut into tokens as a sentence is.
func wordFor(words map[string]*Word, spelling string) (*Word, error) {
	tokens := text.Parse(spelling).Tokens
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%q holds no word", spelling)
	}
	first := words[tokens[0].Norm]
	if first == nil {
		first = &Word{}
		words[strings.Clone(tokens[0].Norm)] = first
	}
	if len(tokens) == 1 {
		return first, nil
	}
	rest := make([]string, 0, len(tokens)-1)
	for _, token := range tokens[1:] {
		rest = append(rest, token.Norm)
	}
	for _, known := range first.Phrases {
		if slices.Equal(known.Rest, rest) {
			return known.Word, nil
		}
	}
	w := &Word{}
	first.Phrases = append(first.Phrases, phrase{Rest: rest, Word: w})
	return w, nil
}

// entry is a class of the tables: its bit, and what its value sets.
type entry struct {
	class Class
	set   func(w *Word, value string) error
}

var entries = map[string]entry{
	"number":     {Number, func(w *Word, v string) error { return setNumber(&w.Number, w.Class&Number != 0, v) }},
	"scale":      {Scale, func(w *Word, v string) error { return setNumber(&w.Scale, w.Scale != 0, v) }},
	"fraction":   {Fraction, setMinutes},
	"mixed":      {Mixed, setMinutes},
	"clockword":  {ClockWord, setMinutes},
	"ordinal":    {Ordinal, func(w *Word, v string) error { return setNumber(&w.Ordinal, w.Ordinal != 0, v) }},
	"day":        {Day, setDay},
	"flip":       {Day | Flip, setDay},
	"weekday":    {Weekday, setWeekday},
	"month":      {Month, func(w *Word, v string) error { return setNumber(&w.Month, w.Month != 0, v) }},
	"unit":       {Unit, func(w *Word, v string) error { return choose(&w.Unit, units, v) }},
	"part":       {Part, func(w *Word, v string) error { return choose(&w.Part, dayParts, v) }},
	"tonight":    {Day | Part, func(w *Word, _ string) error { w.Part = Night; return nil }},
	"meridiem":   {Meridiem, func(w *Word, v string) error { return choose(&w.Pm, map[string]bool{"am": false, "pm": true}, v) }},
	"rhythm":     {Rhythm, func(w *Word, v string) error { return choose(&w.Recurrence, recurrences, v) }},
	"prayer":     {Prayer, func(w *Word, v string) error { w.Prayer = v; return nil }},
	"half":       {Half, plain},
	"quarter":    {Quarter, plain},
	"suffix":     {Suffix, plain},
	"baje":       {Baje, plain},
	"baj":        {Baj, plain},
	"bajne":      {Bajne, plain},
	"oclock":     {Oclock, plain},
	"past":       {Past, plain},
	"to":         {To, plain},
	"couple":     {Couple, plain},
	"plural":     {Plural, plain},
	"jummah":     {Jummah, plain},
	"weekend":    {Weekend, plain},
	"tareekh":    {Tareekh, plain},
	"end":        {End, plain},
	"next":       {Next, plain},
	"this":       {This, plain},
	"last":       {Last, plain},
	"every":      {Every, plain},
	"service":    {Service, plain},
	"waqt":       {Waqt, plain},
	"surah":      {Surah, plain},
	"before":     {Before, plain},
	"after":      {After, plain},
	"pehle":      {Pehle, plain},
	"baad":       {Baad, plain},
	"later":      {Later, plain},
	"ago":        {Ago, plain},
	"in":         {In, plain},
	"the":        {The, plain},
	"at":         {At, plain},
	"on":         {On, plain},
	"by":         {By, plain},
	"for":        {For, plain},
	"until":      {Until, plain},
	"starting":   {Starting, plain},
	"ko":         {Ko, plain},
	"se":         {Se, plain},
	"tak":        {Tak, plain},
	"ke":         {Ke, plain},
	"mein":       {Mein, plain},
	"pe":         {Pe, plain},
	"wala":       {Wala, plain},
	"and":        {And, plain},
	"of":         {Of, plain},
	"liye":       {Tail, plain},
	"qareeb":     {Tail, plain},
	"dinword":    {Tail, plain},
	"az":         {Az, plain},
	"it":         {It, plain},
	"label":      {Label, plain},
	"numberword": {0, withRole(RoleNumberWord)},
	"once":       {0, withRole(RoleOnce)},
	"instead":    {0, withRole(RoleInstead)},
	"bajaye":     {0, withRole(RoleBajaye)},
	"long":       {0, withRole(roleLong)},
	"own":        {0, plain},
	"not":        {0, withRole(RoleNot)},
	"so":         {0, withRole(RoleSo)},
	"soon":       {0, withRole(RoleSoon)},
	"hijri":      {0, withRole(RoleHijri)},
	"ones":       {0, withRole(RoleOnes)},
	"name":       {0, withRole(RoleName)},
	"count":      {0, withRole(RoleCount)},
	"measure":    {0, withRole(RoleMeasure)},
	"stem":       {0, withRole(RoleStem)},
	"act":        {0, withRole(RoleAct)},
	"howmany":    {0, withRole(RoleHowMany)},
	"inall":      {0, withRole(RoleInAll)},
	"denying":    {0, withRole(RoleDenying)},
	"dailyword":  {0, withRole(RoleDaily)},
	"ka":         {0, withRole(RoleKa)},
	"correction": {0, withRole(RoleCorrection)},
	"unable":     {0, withRole(RoleUnable)},
	"halfpast":   {0, withRole(RoleHalfPast)},
	"roughly":    {0, withRole(RoleRoughly)},
	"between":    {0, withRole(RoleBetween)},
	"latest":     {0, withRole(RoleLatest)},
	"closing":    {0, withRole(RoleClosing)},
	"asking":     {0, withRole(RoleAsking)},
	"shift":      {0, setShift},
	"nothing":    {0, withRole(RoleNothing)},
	"was":        {0, withRole(RoleWas)},
	"formerly":   {0, withRole(RoleFormerly)},
	"weeklater":  {0, withRole(RoleLater)},
	"makes":      {0, withRole(RoleMakes)},
	"quarters":   {0, withRole(RoleQuarters)},
	"timed":      {0, withRole(RoleTimed)},
	"coming":     {0, withRole(RoleComing)},
	"article":    {0, withRole(RoleArticle)},
	"seated":     {0, withRole(RoleSeated)},
	"orders":     {0, withRole(RoleOrders)},
	"purpose":    {0, withRole(RolePurpose)},
	"sounds":     {0, withRole(roleSounds)},
}

var (
	units = map[string]TimeUnit{
		"second": Seconds, "minute": Minutes, "hour": Hours, "day": Days, "week": Weeks, "month": Months, "year": Years,
	}
	dayParts    = map[string]DayPart{"morning": Morning, "noon": Noon, "afternoon": afternoon, "evening": Evening, "night": Night}
	recurrences = map[string]string{"daily": "daily", "weekly": "weekly", "monthly": "monthly", "other": "other"}
)

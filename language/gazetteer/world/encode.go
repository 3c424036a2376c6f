package world

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A file is magic, the sizes of its sections, and the sections.
const (
	magic      = "places1\n"
	placeSize  = 26  // latitude, longitude, population, name, urdu: 4 bytes each; zone, region, country: 2 each
	regionSize = 8   // name and code
	perDegree  = 1e5 // a metre
)

// Entry is a place to be written.
type Entry struct {
	Place
	// Names and Aliases are the keys by which it is known.
	Names, Aliases []string
}

// Encode writes places as Of reads them.
func Encode(entries []Entry) ([]byte, error) {
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(b.Population, a.Population) })
	w := writer{texts: []byte{0}, textAt: map[string]uint32{"": 0}, zoneAt: map[string]uint16{}, regionAt: map[[2]string]uint16{}}
	keys := map[string][]uint64{}
	for i, e := range entries {
		if err := w.place(e.Place); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", e.Name, e.Country, err)
		}
		for _, key := range slices.Compact(slices.Sorted(slices.Values(e.Names))) {
			keys[key] = append(keys[key], uint64(i)<<1)
		}
		for _, key := range slices.Compact(slices.Sorted(slices.Values(e.Aliases))) {
			if !slices.Contains(e.Names, key) {
				keys[key] = append(keys[key], uint64(i)<<1|1)
			}
		}
	}
	w.writeKeys(keys)
	file := []byte(magic)
	sections := [][]byte{w.places, w.regions, w.zones, w.blocks, w.keys, w.texts}
	for _, section := range sections {
		file = binary.LittleEndian.AppendUint32(file, uint32(len(section)))
	}
	return append(file, slices.Concat(sections...)...), nil
}

type writer struct {
	places, regions, zones, blocks, keys, texts []byte

	textAt   map[string]uint32
	zoneAt   map[string]uint16
	regionAt map[[2]string]uint16
}

func (w *writer) place(p Place) error {
	switch {
	case len(p.Country) != 2:
		return fmt.Errorf("the country is %q", p.Country)
	case math.Abs(p.Latitude) > 90 || math.Abs(p.Longitude) > 180:
		return fmt.Errorf("it is at %v, %v", p.Latitude, p.Longitude)
	}
	le := binary.LittleEndian
	w.places = le.AppendUint32(w.places, uint32(int32(math.Round(p.Latitude*perDegree))))
	w.places = le.AppendUint32(w.places, uint32(int32(math.Round(p.Longitude*perDegree))))
	w.places = le.AppendUint32(w.places, uint32(p.Population))
	for _, text := range []string{p.Name, p.Urdu} {
		at, err := w.text(text)
		if err != nil {
			return err
		}
		w.places = le.AppendUint32(w.places, at)
	}
	zone, err := w.zone(p.Timezone)
	if err != nil {
		return err
	}
	region, err := w.region(p.Region, p.Code)
	if err != nil {
		return err
	}
	w.places = le.AppendUint16(le.AppendUint16(w.places, zone), region)
	w.places = append(w.places, p.Country...)
	return nil
}

func (w *writer) text(text string) (uint32, error) {
	if len(text) > math.MaxUint8 {
		return 0, fmt.Errorf("%q is too long", text)
	}
	at, ok := w.textAt[text]
	if !ok {
		at = uint32(len(w.texts))
		w.textAt[text] = at
		w.texts = append(append(w.texts, byte(len(text))), text...)
	}
	return at, nil
}

func (w *writer) zone(name string) (uint16, error) {
	number, ok := w.zoneAt[name]
	if !ok {
		at, err := w.text(name)
		if err != nil {
			return 0, err
		}
		number = uint16(len(w.zoneAt))
		w.zoneAt[name] = number
		w.zones = binary.LittleEndian.AppendUint32(w.zones, at)
	}
	return number, nil
}

func (w *writer) region(name, code string) (uint16, error) {
	number, ok := w.regionAt[[2]string{name, code}]
	if ok {
		return number, nil
	}
	for _, text := range []string{name, code} {
		at, err := w.text(text)
		if err != nil {
			return 0, err
		}
		w.regions = binary.LittleEndian.AppendUint32(w.regions, at)
	}
	number = uint16(len(w.regionAt))
	w.regionAt[[2]string{name, code}] = number
	return number, nil
}

func (w *writer) writeKeys(keys map[string][]uint64) {
	before := ""
	for i, key := range slices.Sorted(maps.Keys(keys)) {
		if i%keysOfBlock == 0 {
			w.blocks = binary.LittleEndian.AppendUint32(w.blocks, uint32(len(w.keys)))
			before = ""
		}
		same := 0
		for same < min(len(key), len(before)) && key[same] == before[same] {
			same++
		}
		w.keys = binary.AppendUvarint(w.keys, uint64(same))
		w.keys = binary.AppendUvarint(w.keys, uint64(len(key)-same))
		w.keys = append(w.keys, key[same:]...)
		w.keys = binary.AppendUvarint(w.keys, uint64(len(keys[key])))
		for _, n := range keys[key] {
			w.keys = binary.AppendUvarint(w.keys, n)
		}
		before = key
	}
}

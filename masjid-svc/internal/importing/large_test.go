package importing_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/importing"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

var records = flag.Int("records", 20_000, "how many records the import has whose memory is measured")

// An import holds one record at a time, so its memory does not grow with the file.
func TestALargeImportIsNotHeldInMemory(t *testing.T) {
	kept := fresh(t)
	putDefaults(t, kept)                    // each record is compared with them
	const beginning, most = 2_000, 12 << 20 // bytes
	importAll(t, kept, importing.Options{}, tally{masjids.Added: beginning}, 0, overpass(t, 0, beginning))
	before, peak := heap(), uint64(0)
	var tenth int64
	progress := func(_ string, read, size int64) {
		if now := 10 * read / size; now != tenth {
			tenth, peak = now, max(peak, heap())
		}
	}
	path := overpass(t, 0, *records)
	importAll(t, kept, importing.Options{Progress: progress}, tally{masjids.Added: *records - beginning, masjids.Unchanged: beginning},
		0, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d records in %d MB: the heap was %d KB and grew by %d KB", *records, info.Size()>>20, before>>10, (int64(peak)-int64(before))>>10)
	if peak > before+most {
		t.Errorf("the heap grew from %d to %d bytes", before, peak)
	}
}

// heap returns the memory in use, without garbage.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// overpass writes a file of nodes some hundred metres apart, so that none is taken for another.
func overpass(t *testing.T, from, until int) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "overpass.json"))
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(file)
	fmt.Fprint(out, `{"version":0.6,"elements":[`)
	comma := ""
	for i := from; i < until; i++ {
		fmt.Fprintf(out, `%s{"type":"node","id":%d,"lat":%f,"lon":%f,"tags":{"amenity":"place_of_worship","religion":"muslim",`+
			`"name":"Jamia Masjid %d","addr:city":"Karachi","addr:street":"%0200d"}}`+"\n",
			comma, i+1, 24.5+float64(i/1000)*0.003, 66.5+float64(i%1000)*0.003, i+1, i)
		comma = ","
	}
	fmt.Fprint(out, "]}")
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

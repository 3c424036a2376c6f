package index_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/index"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids/masjidstest"
)

func places(t testing.TB) *gazetteer.Gazetteer {
	t.Helper()
	g, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func built(places *gazetteer.Gazetteer, all []masjids.Masjid) *index.Index {
	builder := index.NewBuilder(places)
	for _, m := range all {
		builder.Add(m)
	}
	return builder.Index()
}

// haversine returns the distance in kilometres by the textbook formula.
func haversine(a, b gazetteer.Point) float64 {
	const radians = math.Pi / 180
	latitude, longitude := (b.Latitude-a.Latitude)*radians/2, (b.Longitude-a.Longitude)*radians/2
	h := math.Pow(math.Sin(latitude), 2) + math.Cos(a.Latitude*radians)*math.Cos(b.Latitude*radians)*math.Pow(math.Sin(longitude), 2)
	return 2 * 6371.0088 * math.Asin(math.Sqrt(h))
}

// The index finds the same masjids around a point as comparing them all does.
func TestTheNearestAreFoundAsByLookingAtAll(t *testing.T) {
	places := places(t)
	all := masjidstest.Many(places, 2000)
	x := built(places, all)
	for _, near := range []gazetteer.Point{
		{Latitude: 24.9, Longitude: 67.1}, {Latitude: 24.5, Longitude: 66}, {Latitude: -24.9, Longitude: -112.9},
	} {
		for _, radius := range []float64{0, 2, 10, 200} {
			type at struct {
				id int32
				km float64
			}
			var want []at
			for _, m := range all {
				km := haversine(near, gazetteer.Point{Latitude: m.Latitude, Longitude: m.Longitude})
				if radius == 0 || km <= radius {
					want = append(want, at{m.ID, km})
				}
			}
			slices.SortFunc(want, func(a, b at) int { return cmp.Compare(a.km, b.km) })
			hits, count := x.Find(index.Query{Near: &near, RadiusKM: radius, Offset: 3, Limit: 20})
			if count != len(want) {
				t.Fatalf("around %v within %v km: %d, want %d", near, radius, count, len(want))
			}
			want = want[min(3, len(want)):]
			for i, hit := range hits {
				if hit.ID != want[i].id || math.Abs(hit.DistanceKM-want[i].km) > 0.001 {
					t.Fatalf("around %v within %v km: hit %d is %+v, want %+v", near, radius, i, hit, want[i])
				}
			}
		}
	}
}

func TestDistancesAcrossTheDateLine(t *testing.T) {
	x := built(places(t), []masjids.Masjid{{ID: 1, Name: "Suva", City: "Suva", Latitude: -18.1, Longitude: 179.9}})
	hits, _ := x.Find(index.Query{Near: &gazetteer.Point{Latitude: -18.1, Longitude: -179.9}, RadiusKM: 25, Limit: 1})
	if len(hits) != 1 || math.Abs(hits[0].DistanceKM-21.14) > 0.1 {
		t.Errorf("hits %+v", hits)
	}
}

// Each masjid is found by its own name, and by its name with a letter wrong.
func TestEveryMasjidIsFoundByItsName(t *testing.T) {
	places := places(t)
	all := masjidstest.Many(places, 500)
	x := built(places, all)
	found := func(text string, id int32) bool {
		hits, _ := x.Find(index.Query{Text: text, City: "Karachi", Limit: 100})
		return slices.ContainsFunc(hits, func(h index.Hit) bool { return h.ID == id })
	}
	for _, m := range all {
		if !found(m.Name, m.ID) {
			t.Errorf("%s is not found", m.Name)
		}
		typo := []rune(m.Name)
		typo[len("Jamia Masjid ")+3] = 'x'
		if !found(string(typo), m.ID) {
			t.Errorf("%s is not found as %s", m.Name, string(typo))
		}
		if !found(m.Name+" "+m.Area, m.ID) {
			t.Errorf("%s is not found with its area %s", m.Name, m.Area)
		}
	}
}

func TestPagesJoin(t *testing.T) {
	places := places(t)
	x := built(places, masjidstest.Many(places, 100))
	seen := map[int32]bool{}
	for offset := 0; ; offset += 7 {
		hits, count := x.Find(index.Query{City: "Karachi", Offset: offset, Limit: 7})
		if count != 100 {
			t.Fatalf("%d in all", count)
		}
		for _, hit := range hits {
			seen[hit.ID] = true
		}
		if len(hits) == 0 {
			break
		}
	}
	if len(seen) != 100 {
		t.Errorf("the pages held %d", len(seen))
	}
}

func TestNothingIsFoundInAnEmptyIndex(t *testing.T) {
	x := built(places(t), nil)
	for _, q := range []index.Query{
		{Limit: 1}, {Text: "x", Limit: 1}, {City: "Karachi", Area: "DHA", Limit: 1}, {Near: &gazetteer.Point{}, Limit: 1},
	} {
		if hits, count := x.Find(q); len(hits) != 0 || count != 0 {
			t.Errorf("%+v finds %+v", q, hits)
		}
	}
}

func FuzzFind(f *testing.F) {
	places := places(f)
	x := built(places, masjidstest.Many(places, 200))
	f.Add("noor masjid nazimabad no 3", 0, 5)
	f.Add("مسجد", 2, 1)
	f.Fuzz(func(t *testing.T, text string, offset, limit int) {
		if offset < 0 || limit < 1 || offset > 1000 || limit > 100 {
			return
		}
		hits, count := x.Find(index.Query{Text: text, City: "Karachi", Offset: offset, Limit: limit})
		if len(hits) > limit || len(hits) > max(0, count-offset) || count > x.Len() {
			t.Fatalf("%d hits of %d at %d, %d", len(hits), count, offset, limit)
		}
		once := map[int32]bool{}
		for _, hit := range hits {
			if once[hit.ID] {
				t.Fatalf("%d is found twice", hit.ID)
			}
			once[hit.ID] = true
		}
	})
}

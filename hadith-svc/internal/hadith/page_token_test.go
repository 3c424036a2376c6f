package hadith

import (
	"errors"
	"testing"
)

func FuzzPageToken(f *testing.F) {
	s := Selection{Query: "patience", Filter: Filter{Grade: "sahih"}}
	f.Add(s.pageToken(position{Offset: 20}))
	f.Add(s.pageToken(position{Place: &Place{"c", 10_000, 7}}))
	f.Add("eyJvIjoyMH0")
	f.Fuzz(func(t *testing.T, token string) {
		if token == "" {
			return
		}
		read := s
		read.PageToken = token
		p, err := read.after()
		if err == nil && s.pageToken(p) != token {
			t.Errorf("%q is read as a position whose token is another", token)
		}
		if err != nil && !errors.Is(err, ErrPageToken) {
			t.Errorf("error = %v, want ErrPageToken", err)
		}
	})
}

func TestAPageTokenIsOfItsListAlone(t *testing.T) {
	s := Selection{Query: "patience", Filter: Filter{Grade: "sahih"}}
	token := s.pageToken(position{Offset: 20})
	for name, other := range map[string]Selection{
		"query":      {Query: "prayer", Filter: s.Filter},
		"grade":      {Query: s.Query, Filter: Filter{Grade: "hasan"}},
		"collection": {Query: s.Query, Filter: Filter{Grade: "sahih", Collection: "c"}},
		"book":       {Query: s.Query, Filter: Filter{Grade: "sahih", Book: 1}},
	} {
		other.PageToken = token
		if _, err := other.after(); !errors.Is(err, ErrPageToken) {
			t.Errorf("with another %s: %v, want ErrPageToken", name, err)
		}
	}
	s.PageToken = token
	if p, err := s.after(); err != nil || p.Offset != 20 {
		t.Errorf("read %+v, %v, want what it was made of", p, err)
	}
}

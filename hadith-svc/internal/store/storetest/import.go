package storetest

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

func kept(t *testing.T, store hadith.Store) {
	wantNone(t, store, 1)
	want := full("12.5")
	if outcomes := put(t, store, collection, want); !slices.Equal(outcomes, []hadith.Outcome{hadith.Added}) {
		t.Fatalf("outcomes = %v, want one added", outcomes)
	}
	want.ID, want.Collection, want.CollectionName = 1, "c", "Collection"
	if got := get(t, store, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("Get = %+v\nwant  %+v", got, want)
	}
	wantNone(t, store, 2)
}

func numbered(t *testing.T, store hadith.Store) {
	put(t, store, collection, english(7, "a"), english(3, "b"))
	put(t, store, hadith.Collection{Key: "a", Name: "A"}, english(7, "c"))
	for id, want := range map[int32]string{1: "a", 2: "b", 3: "c"} {
		if got := get(t, store, id); got.TextEnglish != want {
			t.Errorf("hadith %d is %q, want %q", id, got.TextEnglish, want)
		}
	}
}

func importedAgain(t *testing.T, store hadith.Store) {
	put(t, store, collection, full("1"), english(2, "two"))
	outcomes := put(t, store, collection, full("1"), english(2, "second"), english(3, "three"))
	if want := []hadith.Outcome{hadith.Unchanged, hadith.Changed, hadith.Added}; !slices.Equal(outcomes, want) {
		t.Errorf("outcomes = %v, want %v", outcomes, want)
	}
	if got := get(t, store, 2); got.TextEnglish != "second" {
		t.Errorf("hadith 2 is %q, want the new text", got.TextEnglish)
	}
	wantNone(t, store, 4)
}

func joined(t *testing.T, store hadith.Store) {
	put(t, store, collection, hadith.Hadith{Number: "9", TextArabic: "عربي"})
	put(t, store, collection, hadith.Hadith{Number: "9", TextUrdu: "اردو", Grade: "sahih", GradedBy: "x"})
	got := get(t, store, 1)
	if got.TextArabic != "عربي" || got.TextUrdu != "اردو" || got.TextEnglish != "" || got.Grade != "sahih" {
		t.Errorf("joined to %+v", got)
	}
}

func failed(t *testing.T, store hadith.Store) {
	put(t, store, collection, full("1"))
	refused := errors.New("the file is broken")
	err := store.Import(t.Context(), hadith.Collection{Key: "new", Name: "New"}, someDay,
		func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
			if _, err := add(english(1, "one")); err != nil {
				return err
			}
			return refused
		})
	if !errors.Is(err, refused) {
		t.Fatalf("error = %v, want that of the reader", err)
	}
	wantNone(t, store, 2)
	all, err := store.Collections(t.Context())
	if err != nil || len(all) != 1 {
		t.Errorf("collections = %+v, %v, want the first alone", all, err)
	}
	put(t, store, collection, english(2, "two"))
	if got := get(t, store, 2); got.Number != "2" {
		t.Errorf("the failed import used up an id: %+v", got)
	}
}

func collections(t *testing.T, store hadith.Store) {
	put(t, store, collection, full("1"), full("2"))
	put(t, store, hadith.Collection{Key: "a", Name: "A", Licence: "MIT"})
	got, err := store.Collections(t.Context())
	want := []hadith.Collection{{Key: "a", Name: "A", Licence: "MIT"}, collection}
	want[1].Count = 2
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("collections = %+v, %v\nwant %+v", got, err, want)
	}
}

func epochs(t *testing.T, store hadith.Store) {
	grow := func(from hadith.Day, hadiths ...hadith.Hadith) {
		t.Helper()
		err := store.Import(t.Context(), collection, from, func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
			for _, h := range hadiths {
				if _, err := add(h); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := func(want ...hadith.Epoch) {
		t.Helper()
		if got, err := store.Epochs(t.Context()); err != nil || !slices.Equal(got, want) {
			t.Errorf("epochs = %v, %v, want %v", got, err, want)
		}
	}
	want()
	grow(30_000, english(1, "a"), english(2, "b"))
	want(hadith.Epoch{From: hadith.Anchor, Size: 2})
	grow(30_000, english(1, "changed"))
	want(hadith.Epoch{From: hadith.Anchor, Size: 2})
	grow(30_000, english(3, "c"))
	grow(30_000, english(4, "d"))
	grow(30_002, english(5, "e"))
	want(hadith.Epoch{From: hadith.Anchor, Size: 2}, hadith.Epoch{From: 30_000, Size: 4}, hadith.Epoch{From: 30_002, Size: 5})
}

func concurrent(t *testing.T, store hadith.Store) {
	const importers, each = 4, 5
	var running sync.WaitGroup
	for n := range importers {
		running.Go(func() {
			key := "c" + strconv.Itoa(n)
			for number := range each {
				err := store.Import(t.Context(), hadith.Collection{Key: key, Name: key}, someDay,
					func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
						_, err := add(english(number, "text"))
						return err
					})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	for id := range int32(importers * each) {
		get(t, store, id+1)
	}
	wantNone(t, store, importers*each+1)
}

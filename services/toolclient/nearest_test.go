package toolclient

import (
	"fmt"
	"slices"
	"testing"
)

// However many tools there are, who mistypes a name is told those like it, and no more than can be read.
func TestTheNearestNamesAreListed(t *testing.T) {
	var names []string
	for i := range 5000 {
		names = append(names, fmt.Sprintf("tool_number_%d", i))
	}
	names = append(names, "create_book", "complete_book", "list_books", "list_book_covers")
	slices.Sort(names)
	for asked, want := range map[string]string{
		"creat_book": "create_book", "book_create": "create_book", "list_book": "list_books", "complete_bok": "complete_book",
		"tool_number_4321x": "tool_number_4321",
	} {
		got := nearest(asked, names)
		if len(got) != maxAvailable || !slices.Contains(got, want) || !slices.IsSorted(got) {
			t.Errorf("%s: %d names, %v", asked, len(got), got)
		}
	}
	for _, asked := range []string{"", "x", "☃"} {
		if got := nearest(asked, names); len(got) != maxAvailable {
			t.Errorf("%q: %d names", asked, len(got))
		}
	}
	if few := names[:maxAvailable]; !slices.Equal(nearest("creat_book", few), few) {
		t.Error("of few names not all are listed")
	}
}

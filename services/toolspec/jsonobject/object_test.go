package jsonobject_test

import (
	"testing"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

func TestMembersKeepTheirOrder(t *testing.T) {
	nested := new(jsonobject.Object).Set("z", 1).Set("a", []string{"<b>"})
	object := new(jsonobject.Object).Set("second", nil).Set("first", nested).Set("second", "é & \"")
	got, err := jsonobject.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"second":"é & \"","first":{"z":1,"a":["<b>"]}}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEmptyObject(t *testing.T) {
	object := &jsonobject.Object{}
	got, err := jsonobject.Marshal(object)
	if err != nil || string(got) != "{}" {
		t.Errorf("got %s, %v, want {}", got, err)
	}
	if object.Len() != 0 || object.Get("x") != nil {
		t.Error("an empty object has a member")
	}
}

func TestValueThatIsNoJSONIsAnError(t *testing.T) {
	if _, err := jsonobject.Marshal(new(jsonobject.Object).Set("f", func() {})); err == nil {
		t.Error("a function was written as JSON")
	}
}

func TestParsedObjectKeepsItsOrder(t *testing.T) {
	object, err := jsonobject.Parse([]byte(` {"z": [1, 2], "a": {"y": 1, "b": 2}, "c": null} `))
	if err != nil {
		t.Fatal(err)
	}
	got, err := jsonobject.Marshal(object.Delete("c").Set("d", true))
	if want := `{"z":[1,2],"a":{"y":1,"b":2},"d":true}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	for _, text := range []string{"", "[]", `{"a":`, `{"a" 1}`, `{"a":1`} {
		if _, err := jsonobject.Parse([]byte(text)); err == nil {
			t.Errorf("%q was read as an object", text)
		}
	}
}

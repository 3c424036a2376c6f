package audit_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
)

// Whatever is in a record is in its JSON, and reads back as it was.
func TestARecordIsWrittenWhole(t *testing.T) {
	record := audit.Record{
		Time: time.Date(2026, 11, 22, 12, 0, 0, 123456000, time.UTC), Arguments: json.RawMessage(`{"task_id":1}`),
		Retention: &chain.Retention{Through: 7, Hash: "ab", Removed: 3},
	}
	fields := reflect.ValueOf(&record).Elem()
	for i := range fields.NumField() {
		field, name := fields.Field(i), fields.Type().Field(i).Name
		switch field.Kind() {
		case reflect.String:
			field.SetString(name + ` "quoted" \ <é>`)
		case reflect.Int32, reflect.Int64:
			field.SetInt(int64(i + 1))
		case reflect.Bool:
			field.SetBool(true)
		default: // set above, or no part of the JSON
		}
		if field.IsZero() && name != "Request" {
			t.Errorf("the test does not know how to fill in %s", name)
		}
	}
	for name, want := range map[string]audit.Record{"full": record, "empty": {}} {
		text, err := want.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		usual, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got, again audit.Record
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v: %s", name, err, text)
		}
		if err := json.Unmarshal(usual, &again); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, again) {
			t.Errorf("%s: it reads as %+v, and should as %+v", name, got, again)
		}
	}
}

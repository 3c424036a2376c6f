// Package jsonobject writes JSON objects whose members keep the order they were set in, so that what is generated is
// the same every time and reads in the order it was declared.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
)

// Object is a JSON object under construction. Its zero value is empty and ready for use.
type Object struct {
	members []member
}

type member struct {
	key   string
	value any
}

// Set adds a member, or replaces the one of that key in its place, and returns o.
func (o *Object) Set(key string, value any) *Object {
	for i := range o.members {
		if o.members[i].key == key {
			o.members[i].value = value
			return o
		}
	}
	return o.Append(key, value)
}

// Append adds a member whose key is known to be new, and returns o.
func (o *Object) Append(key string, value any) *Object {
	o.members = append(o.members, member{key, value})
	return o
}

// Delete removes a member, if there is one of that key, and returns o.
func (o *Object) Delete(key string) *Object {
	o.members = slices.DeleteFunc(o.members, func(m member) bool { return m.key == key })
	return o
}

// Get returns the value of a member; nil when there is none of that key.
func (o *Object) Get(key string) any {
	for _, m := range o.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// All yields the members in their order.
func (o *Object) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, m := range o.members {
			if !yield(m.key, m.value) {
				return
			}
		}
	}
}

// Len returns the number of members.
func (o *Object) Len() int { return len(o.members) }

// Parse reads a JSON object with its members in order. Their values stay as they are written, as json.RawMessage.
func Parse(text []byte) (*Object, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return nil, errors.Join(errors.New("not a JSON object"), err)
	}
	object := &Object{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		name, _ := key.(string) // a key is nothing else
		object.Set(name, value)
	}
	_, err := decoder.Token()
	return object, err
}

// MarshalJSON writes the members in their order.
func (o *Object) MarshalJSON() ([]byte, error) { return Marshal(o) }

// Marshal writes a value compactly, and leaves <, > and & as they are.
func Marshal(value any) ([]byte, error) {
	var out bytes.Buffer
	if err := encode(&out, value); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func encode(out *bytes.Buffer, value any) error {
	if object, ok := value.(*Object); ok {
		return object.write(out)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1) // the newline that Encode adds
	return nil
}

func (o *Object) write(out *bytes.Buffer) error {
	out.WriteByte('{')
	for i, m := range o.members {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := encode(out, m.key); err != nil {
			return err
		}
		out.WriteByte(':')
		if err := encode(out, m.value); err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

'use strict';
// What a tool asks a person, and what they answered: messages of salaatflow/tools/v1/round.proto, with plain objects for
// google.protobuf.Struct. proto-loader takes a map, as a descriptor set has it, for the list of its entries.

const entries = (object) => Object.entries(object).map(([key, value]) => ({ key, value }));

const struct = (object) => ({ fields: entries(object).map(({ key, value }) => ({ key, value: toValue(value) })) });

function toValue(of) {
  if (of === null) return { null_value: 'NULL_VALUE' };
  if (Array.isArray(of)) return { list_value: { values: of.map(toValue) } };
  if (typeof of === 'object') return { struct_value: struct(of) };
  return { [typeof of === 'boolean' ? 'bool_value' : `${typeof of}_value`]: of };
}

const plain = (message) => Object.fromEntries(message.fields.map(({ key, value }) => [key, fromValue(value)]));

function fromValue(of) {
  if (of?.struct_value) return plain(of.struct_value);
  if (of?.list_value) return of.list_value.values.map(fromValue);
  return of?.string_value ?? of?.number_value ?? of?.bool_value ?? null;
}

// form is a question to a person: the message, and a JSON Schema of an object whose properties hold no objects.
const form = (message, schema) => ({ elicit: { message, schema: struct(schema) } });

// ask is the InputRequired of questions by their names. The state comes back with the answers.
const ask = (questions, state = '') => ({ requests: entries(questions), state });

// answered returns what was answered to the question of a name, such as { action: 'accept', content: { … } }, from the Inputs of a
// request; undefined before it was asked. It comes from the caller, so nothing in it need be true.
function answered(inputs, name) {
  const response = inputs?.responses.find(({ key }) => key === name);
  return response && plain(response.value);
}

module.exports = { form, ask, answered };

// The second validator of schemas and results, beside the clients' own: ajv, of draft 2020-12.
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// Strict but for what only tells people something; what ajv warns of is a mistake too.
export function validator(warnings) {
  const logger = { log() {}, warn: text => warnings.push(text), error: text => warnings.push(text) };
  const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: 'log', logger });
  addFormats(ajv);
  return ajv;
}

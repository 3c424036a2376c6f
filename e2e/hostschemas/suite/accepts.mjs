// Compiles each *.listed.json of a folder with ajv, which may warn of nothing, and judges the arguments beside it, as hosts do that are
// written in TypeScript. It says what is judged otherwise than the folder says, and fails then.
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fs from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const wrong = [];
let schemas = 0, judged = 0, accepted = 0;
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.listed.json'))) {
  const name = file.slice(0, -'.listed.json'.length);
  const warn = (...said) => wrong.push(`${name}: ${said.join(' ')}`);
  const ajv = new Ajv({ strict: 'log', strictRequired: true, logger: { log: warn, warn, error: warn } });
  addFormats(ajv);
  ajv.addVocabulary(['x-mcp-header']);
  const read = (kind) => JSON.parse(fs.readFileSync(path.join(folder, `${name}.${kind}.json`), 'utf8'));
  const listed = read('listed');
  const validate = ajv.compile(listed);
  const hasFormat = JSON.stringify(listed).includes('"format"');
  schemas++;
  if (!fs.existsSync(path.join(folder, `${name}.arguments.json`))) continue;
  for (const one of read('arguments')) {
    judged++;
    if (one.accepted) accepted++;
    const isLenient = !one.accepted && hasFormat; // of which ajv accepts more
    if (validate(one.value) !== one.accepted && !isLenient) {
      wrong.push(`${name}: ${JSON.stringify(one.value)} is ${one.accepted ? 'refused' : 'accepted'}: ${ajv.errorsText(validate.errors)}`);
    }
  }
}
console.log(`${schemas} schemas compile; ${accepted} of ${judged} arguments are accepted`);
console.log(wrong.slice(0, 20).join('\n'));
process.exit(wrong.length > 0 || schemas === 0 || accepted === 0 || accepted === judged ? 1 : 0);

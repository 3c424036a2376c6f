// What is tried of every client. A family of clients is a script that calls `tryAll` with its clients; it prints a line of JSON for each
// client and ability: "yes", "no call" where the client has no such call, or what is wrong.
// Usage of each: FAMILY.mjs GATEWAY CONTROL, where the test serves CONTROL: what the service said, and the gateway's restart.
import assert from 'node:assert/strict';

const [gateway, control] = process.argv.slice(2);

/** The address of MCP, and the header by which a client says for whom it calls. */
export const url = `${gateway}/mcp`, headers = { 'X-User-ID': '7' };

/** What every client that can be asked answers. */
export const answer = { action: 'accept', content: { username: 'amina', email: 'amina@example.org' } };

const text = result => result.content.map(block => block.text).join('');
// A client that never hears is given up after this; one that hears does so at once.
const patience = 20_000;

// Each tries one thing of an open session, in the order of the table.
const abilities = {
  async list({ session }) {
    const names = await session.tools();
    assert.ok(names.includes('create_task') && names.includes('test_simple_text'), `only ${names.length} tools are listed`);
  },
  call: ({ session }) => calls(session),
  async read({ session }) {
    assert.equal(await session.read('test://static-text'), 'This is the content of the static text resource.');
  },
  async prompt({ session }) {
    const said = await session.prompt('test_prompt_with_arguments', { arg1: 'one', arg2: 'two' });
    assert.equal(said, "Prompt with arguments: arg1='one', arg2='two'");
  },
  async complete({ session }) {
    const values = await session.complete('test_prompt_with_arguments', 'arg1', 'par');
    assert.deepEqual(values, ['paris', 'park', 'party']);
  },
  async elicit({ session }) {
    const said = text(await session.call('test_elicitation', { message: 'Who is it?' }));
    assert.ok(said.includes(answer.content.username), said);
  },
  async progress({ session, name }) {
    const told = [];
    await session.call('slow_compute', { label: `told ${name}`, seconds: 2 }, { onprogress: progress => told.push(progress.progress) });
    assert.ok(told.includes(1), 'nothing is told');
  },
  async cancel({ session, name }) {
    const cancelling = new AbortController();
    const ended = session.call('slow_compute', { label: name, seconds: 240 }, { signal: cancelling.signal }).catch(() => {});
    assert.ok(await said(`computing: ${name}`), 'the call does not reach the service');
    cancelling.abort();
    assert.ok(await said(`cancelled: ${name}`), 'the service is not told, and works on');
    await ended;
  },
  changes: ({ heard }) => heard,
  restart: ({ session }) => calls(session),
};

async function calls(session) {
  assert.equal(text(await session.call('test_simple_text', {})), 'This is a simple text response for testing.');
}

/**
 * Tries all clients at once, and prints the lines. Lists change, and the gateway is killed and started again, once for all of them.
 * A client is {name, version, package, lacks, open}: `lacks` names the abilities it has no call for, and `open` takes what is to be called
 * when a list has changed, and returns a session of tools(), call(), read(), prompt(), complete() and close().
 */
export async function tryAll(...clients) {
  const trying = clients.map(client => ({ client, name: `${client.name} ${client.version}`, lines: {}, hears() {} }));
  const all = work => Promise.all(trying.map(work));
  for (const one of trying) { // one after the other, since a bridge is a program that takes its time to start
    const opening = within(one.client.open(() => one.hears()), 3 * patience);
    await opening.then(session => { one.session = session; }, cause => { one.refused = why(cause); });
  }
  await all(async one => {
    for (const ability of Object.keys(abilities)) {
      if (!['changes', 'restart'].includes(ability)) await attempt(one, ability);
    }
    one.heard = new Promise(heard => { one.hears = heard; }); // from now on
  });
  await Promise.all([change(), all(one => attempt(one, 'changes', 10_000))]);
  await fetch(`${control}/restart`, { method: 'POST' });
  await all(one => attempt(one, 'restart'));
  for (const { client: { name, version, package: npm }, lines } of trying) {
    for (const [ability, answered] of Object.entries(lines)) {
      console.log(JSON.stringify({ client: name, version, package: npm, ability, answered }));
    }
  }
  await all(one => within(one.session?.close()).catch(() => {}));
  process.exit(0);
}

async function change() {
  const headers = { 'Content-Type': 'application/json' };
  const changed = await fetch(`${gateway}/api/v1/tools/test_trigger_tool_change`, { method: 'POST', headers, body: '{}' });
  assert.ok(changed.ok, `the service does not change: ${changed.status}`);
}

async function attempt(one, ability, limit) {
  one.lines[ability] = await outcome(one, ability, limit);
}

async function outcome(one, ability, limit) {
  if (one.client.lacks?.includes(ability)) return 'no call';
  if (one.refused) return `no session: ${one.refused}`;
  try {
    await within(abilities[ability](one), limit);
    return 'yes';
  } catch (cause) {
    if (process.env.VERBOSE) console.error(one.name, ability, cause);
    return why(cause);
  }
}

// Whether the service says a line, and soon.
const said = async line => (await fetch(`${control}/said?line=${encodeURIComponent(line)}`)).ok;

function within(work, limit = patience) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('nothing comes')), limit); });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// What went wrong, in words that are the same each time: those of the gateway, if it refused.
function why(cause) {
  const text = String(cause?.message ?? cause), [, refusal] = text.match(/"(?:error_)?message":("(?:[^"\\]|\\.)*")/) ?? [];
  return refusal ? JSON.parse(refusal) : text.split('\n')[0].replaceAll(gateway, '');
}

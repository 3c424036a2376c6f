// The inspector's command line. It starts anew for each thing, so it neither hears of a change nor has a session that a restart could end.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { headers, tryAll, url } from './abilities.mjs';

const header = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)[0];
const launcher = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url));
const lacks = ['complete', 'elicit', 'progress', 'cancel', 'changes', 'restart'];

const commandLine = era => async () => {
  const run = async (method, ...args) => {
    const all = [launcher, '--cli', url, '--transport', 'http', '--header', header, '--protocol-era', era, '--method', method, ...args];
    return JSON.parse((await promisify(execFile)(process.execPath, all, { maxBuffer: 64 << 20 })).stdout);
  };
  const pairs = (flag, args) => Object.entries(args).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  return {
    tools: async () => (await run('tools/list')).tools.map(tool => tool.name),
    call: (name, args) => run('tools/call', '--tool-name', name, ...pairs('--tool-arg', args)),
    read: async uri => (await run('resources/read', '--uri', uri)).contents[0].text,
    async prompt(name, args) {
      const given = Object.entries(args).map(pair => pair.join('='));
      return (await run('prompts/get', '--prompt-name', name, '--prompt-args', ...given)).messages[0].content.text;
    },
    close: async () => {},
  };
};

await tryAll(...Object.entries({ '2025-11-25': 'legacy', '2026-07-28': 'modern' }).map(([version, era]) => ({
  name: 'Inspector, command line', version, package: '@modelcontextprotocol/inspector', lacks, open: commandLine(era),
})));

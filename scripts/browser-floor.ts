/**
 * Holds the built web app against the oldest browsers of `browserslist`: a function, a kind of syntax or a line of style that one
 * of them lacks ends it with 1, unless `floor/exceptions.ts` names the fill-in or why it is not missed. Builds first where the
 * sources have changed.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EXCEPTIONS, exceptionFor } from './floor/exceptions.ts';
import { lacksOfScript } from './floor/scripts.ts';
import { lacksOfStyle } from './floor/styles.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const CLIENT = path.join(ROOT, 'apps/web/dist/client');

execFileSync(process.execPath, [path.join(ROOT, 'scripts/build-web.ts'), '--if-changed'], { stdio: 'inherit' });
const files = (readdirSync(CLIENT, { recursive: true }) as string[]).filter((file) => /\.(js|css)$/.test(file));
const used = new Set<object>();
const lacks = files.flatMap((file) => {
  const text = readFileSync(path.join(CLIENT, file), 'utf8');
  const name = path.basename(file);
  return (file.endsWith('.js') ? lacksOfScript(text) : lacksOfStyle(text)).flatMap(({ what, lackedBy }) => {
    const exception = exceptionFor(what, name);
    if (exception) used.add(exception);
    return exception ? [] : [`${file}: ${what} is missing in ${lackedBy.join(', ')}`];
  });
});
const idle = EXCEPTIONS.filter((each) => !used.has(each)).map(
  ({ what }) => `no built file needs the exception ${what}`,
);
for (const line of [...lacks, ...idle]) console.error(line);
if (lacks.length + idle.length > 0) process.exitCode = 1;
else console.log(`${files.length} built files hold at the floor.`);

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Gives another checkout of this repository the packages installed here; the names of workspaces lead to its own. */
export function linkPackages(checkout: string): void {
  const link = (target: string, ...at: readonly string[]): void => {
    const place = path.join(checkout, ...at);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.symlinkSync(target, place, 'junction');
  };
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name === '@sathi' || name.startsWith('.')) continue;
    link(path.join(ROOT, 'node_modules', name), 'node_modules', name);
  }
  for (const workspace of fs.globSync('{packages,apps}/*', { cwd: checkout })) {
    const manifest = path.join(checkout, workspace, 'package.json');
    const { name } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { name: string };
    link(path.join(checkout, workspace), 'node_modules', name);
    const own = path.join(ROOT, workspace, 'node_modules');
    if (fs.existsSync(own)) link(own, workspace, 'node_modules');
  }
}

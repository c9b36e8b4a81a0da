#!/usr/bin/env node
import fs from 'node:fs';

// Node takes the types out of no file under node_modules, so a package has JavaScript in dist/ instead of the sources.
const sources = new URL('../src/main.ts', import.meta.url);
await import(fs.existsSync(sources) ? sources.href : new URL('../dist/main.js', import.meta.url).href);

// The cost of an answer without any work: requests get the bytes of its files, one file after the other.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const bodies = process.argv.slice(2).map((file) => fs.readFileSync(file));
let next = 0;
const server = http.createServer((_, response) => {
  const body = bodies[next++ % bodies.length] as Buffer;
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));

// The cost of an answer without any work: every request gets the bytes of one file.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const body = fs.readFileSync(process.argv[2] ?? '');
const server = http.createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));

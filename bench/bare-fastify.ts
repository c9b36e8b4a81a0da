// A server without the product: Fastify alone, with one route.
import { fastify } from 'fastify';

const app = fastify();
app.get('/', () => ({ isHere: true }));
process.stdout.write(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => process.exit(0));

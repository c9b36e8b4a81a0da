import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/**
 * The server's behaviour: takes the mail; refuses the recipient or the content with a reply; falls silent after the
 * greeting or after the content (a tarpit); hangs up in the middle of the content, or after it without an answer; or answers
 * each command `afterMs` later, and each so-manieth never.
 */
export type Mood =
  | { readonly kind: 'takes' }
  | {
      readonly kind: 'refuses';
      readonly at: 'mail' | 'recipient' | 'content';
      readonly code: number;
      readonly words: string;
    }
  | { readonly kind: 'tarpit'; readonly at: 'greeting' | 'content' }
  | { readonly kind: 'slow'; readonly afterMs: number; readonly neverEach: number }
  | { readonly kind: 'hangs up'; readonly when: 'before the greeting' | 'within the content' | 'after the content' };

export type TestMailServer = {
  readonly port: number;
  readonly url: string;
  /** The mails taken, parsed from the bytes that arrived, oldest first. */
  readonly taken: (ParsedMail & {
    readonly envelopeTo: readonly string[];
    readonly isEncrypted: boolean;
    /** Whether the sender was told; false while a slow server lets them wait. */
    isAnswered: boolean;
  })[];
  /** Connections ever made. */
  readonly connections: () => number;
  mood: Mood;
  readonly close: () => Promise<void>;
};

/** A real SMTP server on a free port of this machine, or on `port`, as one that comes back. */
export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}): Promise<TestMailServer> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const refusal = (at: string): Error | null => {
    const { mood } = server;
    if (mood.kind !== 'refuses' || mood.at !== at) return null;
    return Object.assign(new Error(mood.words), { responseCode: mood.code });
  };
  let commands = 0;
  /** Answers at once, unless the server is slow. */
  const answer = (done: () => void): void => {
    const { mood } = server;
    if (mood.kind !== 'slow') return done();
    commands += 1;
    if (commands % mood.neverEach !== 0) setTimeout(done, mood.afterMs);
  };
  const smtp = new SMTPServer({
    authOptional: true,
    hideENHANCEDSTATUSCODES: true,
    ...(options.key === undefined && { disabledCommands: ['STARTTLS'] }),
    closeTimeout: 1,
    onConnect: (_, done) => {
      connections += 1;
      if (server.mood.kind === 'hangs up' && server.mood.when === 'before the greeting') {
        for (const socket of sockets) socket.destroy();
        return;
      }
      if (server.mood.kind !== 'tarpit' || server.mood.at !== 'greeting') answer(done);
    },
    onMailFrom: (_, __, done) => answer(() => done(refusal('mail'))),
    onRcptTo: (_, __, done) => answer(() => done(refusal('recipient'))),
    onData: (stream, session, done) => {
      const { mood } = server;
      if (mood.kind === 'hangs up' && mood.when === 'within the content') {
        for (const socket of sockets) socket.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mood.kind === 'tarpit') return;
        if (mood.kind === 'hangs up') {
          for (const socket of sockets) socket.destroy();
          return;
        }
        const error = refusal('content');
        if (error) return done(error);
        void simpleParser(Buffer.concat(chunks)).then((mail) => {
          const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
          const taken = Object.assign(mail, { envelopeTo, isEncrypted: session.secure, isAnswered: false });
          server.taken.push(taken);
          answer(() => {
            taken.isAnswered = true;
            done();
          });
        });
      });
    },
    ...options,
  });
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listening = once(smtp.server, 'listening');
  smtp.listen(options.port ?? 0, '127.0.0.1');
  await listening;
  const { port } = smtp.server.address() as AddressInfo;
  const server: TestMailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken: [],
    connections: () => connections,
    mood: { kind: 'takes' },
    close: async () => {
      const closed = new Promise<void>((resolve) => smtp.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return server;
}

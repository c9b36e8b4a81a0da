import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** An authenticator in software: one ES256 key, which signs as a real one does, for whatever origin a test says. */
export function createAuthenticator() {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (domain: string, flags: number, rest = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(domain)), Buffer.from([flags]), count, rest]);
  };
  const encoded = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    /** The answer to `navigator.credentials.create`. */
    create({ challenge, rp }: { challenge: string; rp: { id: string } }, origin = `http://${rp.id}`) {
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(jwk.x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(jwk.y!, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(rp.id, 0x45, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      // CBOR: {fmt: "none", attStmt: {}, authData: data}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...encoded,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** The answer to `navigator.credentials.get`. */
    get({ challenge, rpId }: { challenge: string; rpId: string }, origin = `http://${rpId}`) {
      counter += 1;
      const data = authenticatorData(rpId, 0x05);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...encoded,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CERTIFICATES, installDebian } from '../first-server/machine.ts';
import { unpackedNode } from '../first-server/supplies.ts';
import type { Containers } from './podman.ts';

/**
 * The entry script of the database, which begins as the published image of PostgreSQL does: an empty volume becomes a
 * cluster of POSTGRES_USER, reached by password.
 */
const POSTGRES_ENTRY = `#!/bin/sh -e
export PATH=$(echo /usr/lib/postgresql/*/bin):$PATH PGDATA=/var/lib/postgresql/data
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
chown postgres: $PGDATA
if [ ! -s $PGDATA/PG_VERSION ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/word && chmod 644 /tmp/word
  as_postgres initdb --username="$POSTGRES_USER" --pwfile=/tmp/word --encoding=UTF8 --auth=scram-sha-256 --auth-local=trust
  rm /tmp/word
  echo 'host all all all scram-sha-256' >> $PGDATA/pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_DB" | as_postgres postgres --single -j template1
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*'
`;

/** The images that the Containerfile and compose.yml name, by what each adds to Debian with all their programs. */
const STAND_INS: Readonly<Record<string, string>> = {
  'docker.io/library/node:24-bookworm-slim': `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}\nCMD ["node"]`,
  'docker.io/library/postgres:17': 'STOPSIGNAL SIGINT\nCMD ["postgres-entry"]',
  'docker.io/library/caddy:2':
    'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data\nCMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
};

/**
 * Puts the published images together from Debian's packages and this Node, under their own names, so that the files of the
 * product find them without a registry.
 */
export async function bringStandIns({ run }: Containers, folder: string): Promise<void> {
  const root = path.join(folder, 'debian');
  installDebian(root, ['ca-certificates', 'postgresql', 'caddy']);
  unpackedNode(path.join(root, 'usr/local'));
  writeFileSync(path.join(root, 'usr/local/bin/postgres-entry'), POSTGRES_ENTRY, { mode: 0o755 });
  await run(`tar --create --exclude=./dev --exclude=./var/cache/apt --directory debian . | podman import - localhost/debian
    rm --recursive debian`);
  for (const [name, lines] of Object.entries(STAND_INS)) {
    writeFileSync(path.join(folder, 'Stand-in'), `FROM localhost/debian\n${lines}\n`);
    await run(`podman build --format=docker --file=Stand-in --tag=${name} programs`);
  }
}

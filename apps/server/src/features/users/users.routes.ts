import * as contract from '@sathi/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/call.ts';
import type { CallerMemory } from '../../http/viewer.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { createKeyring } from '../chain/chain-keys.repository.ts';
import { countUnreadMessages } from '../messages/unread.repository.ts';
import { findUserBy } from './users.repository.ts';
import { createUser, updateUser, userExists } from './users.service.ts';

export function userRoutes(app: FastifyInstance, { db, now, secret, config }: Outside, callers: CallerMemory): void {
  const keyring = createKeyring(secret, config.chain.keySecrets);
  const context = { db, now, secret, callers, keyring };

  mount(app, contract.userExists, ({ query }) => userExists(context, query));

  mount(app, contract.createUser, ({ body, caller, attempt, language }) => {
    const { username, language: chosen, invitation, ...profile } = body;
    return createUser(context, {
      profile,
      language: chosen ?? language,
      subject: username,
      invitation,
      caller,
      attempt,
    });
  });

  mount(app, contract.findMe, async ({ query, caller }) => {
    const user = found(await findUserBy(db, { subject: (caller as Caller).subject }));
    const ownNames = [user.username, user.phone, user.phone.slice(1)];
    // A plus sign that was not encoded arrives as a space.
    if (query.username !== undefined && !ownNames.includes(query.username.trim())) throw new RefusalError('not_found');
    return { ...user, unreadMessagesCount: await countUnreadMessages(db, user.id) };
  });

  mount(app, contract.findUser, async ({ params, viewer }) => {
    if (viewer?.id !== params.id) throw new RefusalError('not_found');
    return found(await findUserBy(db, params));
  });

  mount(
    app,
    contract.updateUser,
    ({ params, body, caller, attempt }) =>
      updateUser(context, { id: params.id, profile: definedOnly(body), caller: caller as Caller, attempt }),
    {
      judge: async ({ params, caller }) => {
        if (String(caller?.viewer?.id) !== String((params as { id?: unknown }).id)) throw new RefusalError('not_found');
      },
    },
  );
}

type Update = Parameters<typeof updateUser>[1]['profile'];

/** An absent picture or language stays as it is; an empty picture takes it away. */
function definedOnly({
  language,
  profileImage,
  ...profile
}: Omit<Update, 'language' | 'profileImage'> & {
  language?: Update['language'] | undefined;
  profileImage?: string | null | undefined;
}): Update {
  return {
    ...profile,
    ...(language !== undefined && { language }),
    ...(profileImage !== undefined && { profileImage: profileImage === '' ? null : profileImage }),
  };
}

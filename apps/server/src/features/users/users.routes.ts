import { changedAddresses } from '@sathi/domain/accounts.ts';
import * as contract from '@sathi/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import { command } from '../../http/command.ts';
import type { CallerMemory } from '../../http/viewer.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { createKeyring } from '../chain/chain-keys.repository.ts';
import { countUnreadMessages } from '../messages/unread.repository.ts';
import { findOwnUser } from '../identity/asked-addresses.repository.ts';
import { createCodeSender } from '../identity/send-code.repository.ts';
import { lockUser, setProfile, shownUser } from './users.repository.ts';
import { accountWithoutProfile, createUser, updateUser, userExists } from './users.service.ts';

export function userRoutes(app: FastifyInstance, outside: Outside, callers: CallerMemory): void {
  const { db, secret, config, now } = outside;
  const sender = createCodeSender(outside);
  const keyring = createKeyring(secret, config.chain.keySecrets);

  mount(app, contract.userExists, ({ query }) => userExists(outside, query));

  command(app, outside, contract.createUser, {
    on: async ({ tx, caller, asked }) => ({
      identity: await accountWithoutProfile(tx, given('username', asked.username), caller),
    }),
    run: async ({ body, language, identity, ...change }) => {
      const { username: _, language: chosen = language, invitation, ...profile } = body;
      return shownUser(await createUser(change, { profile, language: chosen, identity, invitation, keyring, outside }));
    },
  });

  mount(app, contract.findMe, async ({ caller }) => {
    const user = await findOwnUser(db, caller.subject, now());
    return { ...shownUser(user), unreadMessagesCount: await countUnreadMessages(db, user.id) };
  });

  mount(app, contract.findUser, async ({ params, viewer, caller }) => {
    if (viewer?.id !== params.id) throw new RefusalError('not_found');
    return shownUser(await findOwnUser(db, caller.subject, now()));
  });

  command(app, outside, contract.updateUser, {
    on: async ({ tx, viewer, asked }) => {
      if (viewer === null || viewer.id !== asked.id) throw new RefusalError('not_found');
      return { user: found(await lockUser(tx, viewer.id)) };
    },
    stepUp: ({ user, body }) => (changedAddresses(user, body).length > 0 ? 'everybody' : null),
    run: async (change) => shownUser(await updateUser(sender, change, definedOnly(change.body))),
    after: ({ caller }) => callers.forget(caller.subject),
  });

  command(app, outside, contract.setLanguage, {
    run: async ({ tx, viewer, body: { language } }) => {
      await setProfile(tx, viewer.id, { language });
      return { language };
    },
  });
}

type Update = Parameters<typeof updateUser>[2];

/** An absent picture or language stays as it is; an empty picture takes it away. */
function definedOnly({
  userId: _,
  language,
  profileImage,
  ...profile
}: Omit<Update, 'language' | 'profileImage'> & {
  userId?: string | number | undefined;
  language?: Update['language'] | undefined;
  profileImage?: string | null | undefined;
}): Update {
  return {
    ...profile,
    ...(language !== undefined && { language }),
    ...(profileImage !== undefined && { profileImage: profileImage === '' ? null : profileImage }),
  };
}

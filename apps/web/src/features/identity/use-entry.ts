import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { endSession, noteSignOut, readSession, type SessionUser, startSession } from '../../lib/session.ts';
import type { FactorWay } from './factor-form.tsx';
import { useLeadOn } from './use-leaving.ts';

const STAFF_REDIRECT_MS = 1000;

type SignedIn = { accessToken: string; user: SessionUser | null };
export type FactorQuestion = { session: string; methods: FactorWay[] };

/**
 * The way in, once the identity service has let a person in: to the page they asked for, else
 * staff to their MFI's proposals after one second and others Home (specification section 2). An account without a profile is kept in
 * `unfinished` until its profile is made, and what a second factor is asked for in `question`.
 */
export function useEntry() {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const isEntering = useRef(false);
  const [unfinished, setUnfinished] = useState<string | null>(null);

  const [question, setQuestion] = useState<FactorQuestion | null>(null);

  const enter = (answer: SignedIn | FactorQuestion) => {
    if ('session' in answer) return setQuestion(answer);
    const { accessToken, user } = answer;
    setQuestion(null);
    isEntering.current = true;
    // It would end the new session too.
    noteSignOut(false);
    if (user === null) return setUnfinished(accessToken);
    startSession(accessToken, user);
    // Answers to a visitor are not those to the person: a loan would be shown without what they may do with it.
    client.removeQueries({ queryKey: queryKeys.allOfProposals, type: 'inactive' });
    void client.invalidateQueries();
    leadOn(user, STAFF_REDIRECT_MS);
  };
  const forgetUnfinished = () => {
    if (readSession().user === null) endSession();
  };
  return { enter, forgetUnfinished, unfinished, question, isEntering };
}

export type Entry = ReturnType<typeof useEntry>;

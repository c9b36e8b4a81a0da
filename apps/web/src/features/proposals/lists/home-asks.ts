import { CALLS } from '@sathi/contract/calls.ts';
import { homeViewOf, namedTab, wholeTab } from './home-address.ts';
import { listAddress } from './use-proposal-list.ts';

/** The addresses that Home asks first: the tab that its own address names, or what decides about the tab. */
export function homeAsks(path: string, search: URLSearchParams): string[] {
  const tab = namedTab(path, search);
  const list = listAddress(tab === undefined ? wholeTab('borrow') : homeViewOf(path, search, tab));
  return [
    list,
    ...(tab === 'ignored' ? [] : [CALLS.borrowStats[1]]),
    ...(tab === undefined || tab === 'invest' ? [CALLS.listInvitations[1]] : []),
  ];
}

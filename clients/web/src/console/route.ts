import { createStore } from '../page/store.ts';

export const MEETING_TABS = ['overview', 'people', 'transcript', 'summary', 'links'] as const;
export type MeetingTab = (typeof MEETING_TABS)[number];

/** The current page, kept in the fragment of the URL, which no server sees. */
export type Route =
  | { page: 'meetings' }
  | { page: 'meeting'; meetingRef: string; tab: MeetingTab }
  | { page: 'webhooks' }
  | { page: 'webhook'; webhookRef: string }
  | { page: 'key' }
  | { page: 'health' };

export function readRoute(fragment: string): Route {
  const [page = '', ref = '', part = ''] = fragment.replace(/^#?\/?/, '').split('/');
  const isRef = /^[\w-]+$/.test(ref);
  if (page === 'meetings' && isRef)
    return {
      page: 'meeting',
      meetingRef: ref,
      tab: MEETING_TABS.find((tab) => tab === part) ?? 'overview',
    };
  if (page === 'webhooks') return isRef ? { page: 'webhook', webhookRef: ref } : { page };
  return { page: page === 'key' || page === 'health' ? page : 'meetings' };
}

export const addressOf = {
  meetings: '#/meetings',
  meeting: (meetingRef: string, tab: MeetingTab = 'overview') =>
    tab === 'overview' ? `#/meetings/${meetingRef}` : `#/meetings/${meetingRef}/${tab}`,
  webhooks: '#/webhooks',
  webhook: (webhookRef: string) => `#/webhooks/${webhookRef}`,
  key: '#/key',
  health: '#/health',
};

export function watchRoute() {
  const route = createStore<Route>(readRoute(location.hash));
  window.addEventListener('hashchange', () => route.set(readRoute(location.hash)));
  return route;
}

import { createStore } from '../page/store.ts';

/** Which page is shown. It is in the fragment of the address, which no server sees. */
export type Route =
  | { page: 'meetings' }
  | { page: 'meeting'; meetingRef: string }
  | { page: 'webhooks' }
  | { page: 'webhook'; webhookRef: string }
  | { page: 'service' };

export function readRoute(fragment: string): Route {
  const [page = '', ref = ''] = fragment.replace(/^#?\/?/, '').split('/');
  const isRef = /^[\w-]+$/.test(ref);
  if (page === 'meetings' && isRef) return { page: 'meeting', meetingRef: ref };
  if (page === 'webhooks') return isRef ? { page: 'webhook', webhookRef: ref } : { page };
  return { page: page === 'service' ? page : 'meetings' };
}

export const addressOf = {
  meetings: '#/meetings',
  meeting: (meetingRef: string) => `#/meetings/${meetingRef}`,
  webhooks: '#/webhooks',
  webhook: (webhookRef: string) => `#/webhooks/${webhookRef}`,
  service: '#/service',
};

export function watchRoute() {
  const route = createStore<Route>(readRoute(location.hash));
  window.addEventListener('hashchange', () => route.set(readRoute(location.hash)));
  return route;
}

import { promises as dns } from 'node:dns';
import { RTCPeerConnection } from 'werift';
import { afterEach, expect, test, vi } from 'vitest';
import { openSubscriber, type Subscriber, type SubscriberListener } from './subscriber.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const UNHEARD: SubscriberListener = {
  onPacket: () => {},
  onSpeech: () => {},
  onCandidate: () => {},
  onConnected: () => {},
  onGone: () => {},
};

async function subscriberOf(listener: Partial<SubscriberListener>): Promise<Subscriber> {
  const subscriber = await openSubscriber([], { ...UNHEARD, ...listener });
  opened.push(subscriber);
  return subscriber;
}

/** A media server that offers one microphone. */
function mediaServer(): RTCPeerConnection {
  const server = new RTCPeerConnection({ iceServers: [], bundlePolicy: 'max-bundle' });
  server.addTransceiver('audio', { direction: 'sendonly' });
  opened.push(server);
  return server;
}

async function offerOf(server: RTCPeerConnection): Promise<string> {
  const offer = await server.createOffer();
  for (const { connection } of server.iceTransports) delete connection.stunServer;
  await server.setLocalDescription(offer);
  return server.localDescription?.sdp ?? '';
}

test('no other server is asked for our address', async () => {
  const lookup = vi.spyOn(dns, 'lookup');
  const subscriber = await subscriberOf({});
  const { sdp } = await subscriber.answer(await offerOf(mediaServer()));
  expect(sdp).toContain('typ host');
  expect(lookup).not.toHaveBeenCalled();
});

test('a second offer while the keys are being agreed does not make it connected', async () => {
  const server = mediaServer();
  const connected = Promise.withResolvers<string | undefined>();
  const subscriber = await subscriberOf({
    onConnected: () => connected.resolve(server.dtlsTransports[0]?.state),
  });
  const answer = async () => {
    const { sdp } = await subscriber.answer(await offerOf(server));
    await server.setRemoteDescription({ type: 'answer', sdp });
  };
  const reached = server.iceConnectionStateChange.watch((state) => state === 'connected');
  await answer();
  await reached;
  await answer();
  expect(await connected.promise).toBe('connected');
});

// The only place that patches werift at run time. For each packet, werift emits two events, creates
// a promise, decrypts with a JavaScript cipher and sends receiver reports: many times the work of
// `srtp-reader.ts`, and no public option turns this off.
import type { RTCDtlsTransport, StunProtocol } from 'werift';
import { isRtp } from './rtp-packet.ts';
import { type SrtpReader, srtpReader } from './srtp-reader.ts';

const PROFILE_GCM = 7;

export type RtpReceiver = {
  onKeys(reader: SrtpReader): void;
  /** A packet as it arrived, encrypted. */
  onRtp(bytes: Buffer): void;
  /** The cipher is not AES-128-GCM, which every LiveKit server offers. */
  onRefused(): void;
};

/** Hands encrypted RTP packets of this transport to `receiver` from the moment DTLS has its keys. */
export function receiveRtp(transport: RTCDtlsTransport, receiver: RtpReceiver): void {
  transport.startSrtp = () => {
    if (transport.srtpStarted) return;
    transport.srtpStarted = true;
    transport.updateSrtpSession();
    const { keys, profile } = transport.srtp.config;
    if (profile !== PROFILE_GCM) return receiver.onRefused();
    const { remoteMasterKey: masterKey, remoteMasterSalt: masterSalt } = keys;
    receiver.onKeys(srtpReader({ masterKey, masterSalt }));
    const { onData, nominated } = transport.iceTransport.connection;
    onData.subscribe((bytes) => isRtp(bytes) && receiver.onRtp(bytes));
    if (nominated?.protocol.type !== 'stun') return;
    const { transport: udp } = nominated.protocol as StunProtocol;
    const onOther = udp.onData;
    udp.onData = (bytes, from) => (isRtp(bytes) ? receiver.onRtp(bytes) : onOther(bytes, from));
  };
}

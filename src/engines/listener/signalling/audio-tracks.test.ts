import {
  ParticipantInfo,
  ParticipantInfo_State,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { describe, expect, it } from 'vitest';
import { AudioTracks } from './audio-tracks.ts';

function person(
  name: string,
  tracks: readonly TrackInfo[],
  state = ParticipantInfo_State.ACTIVE,
): ParticipantInfo {
  return new ParticipantInfo({ sid: `PA_${name}`, identity: name, state, tracks: [...tracks] });
}

function microphone(sid: string, muted = false): TrackInfo {
  return new TrackInfo({ sid, muted, type: TrackType.AUDIO, source: TrackSource.MICROPHONE });
}

function sharedSound(sid: string): TrackInfo {
  const source = TrackSource.SCREEN_SHARE_AUDIO;
  return new TrackInfo({ sid, type: TrackType.AUDIO, source });
}

const camera = new TrackInfo({ sid: 'TR_camera', type: TrackType.VIDEO });

describe('AudioTracks', () => {
  it('knows who publishes audio, and ignores cameras', () => {
    const tracks = new AudioTracks();
    const { published, gone } = tracks.update([
      person('ana', [camera, microphone('TR_1')]),
      person('ben', [camera]),
    ]);
    expect(published).toEqual([
      {
        mediaTrackSid: 'TR_1',
        identity: 'ana',
        participantSid: 'PA_ana',
        source: TrackSource.MICROPHONE,
        isMuted: false,
        untranscribed: false,
      },
    ]);
    expect(gone).toEqual([]);
    expect(tracks.get('TR_camera')).toBeUndefined();
  });

  it('ignores audio that is labeled as a camera', () => {
    const sid = 'TR_1';
    const sound = new TrackInfo({ sid, type: TrackType.AUDIO, source: TrackSource.CAMERA });
    const tracks = new AudioTracks();
    expect(tracks.update([person('ana', [sound])]).published).toEqual([]);
  });

  it('follows mute and unmute without new tracks', () => {
    const tracks = new AudioTracks();
    tracks.update([person('ana', [microphone('TR_1')])]);
    expect(tracks.update([person('ana', [microphone('TR_1', true)])])).toEqual({
      published: [],
      gone: [],
    });
    expect(tracks.get('TR_1')?.isMuted).toBe(true);
    tracks.update([person('ana', [microphone('TR_1')])]);
    expect(tracks.get('TR_1')?.isMuted).toBe(false);
  });

  it('receives one track per source of a person, and the next when that one is gone', () => {
    const tracks = new AudioTracks();
    const many = [microphone('TR_1'), microphone('TR_2'), sharedSound('TR_3'), sharedSound('TR_4')];
    tracks.update([person('ana', many), person('ben', [microphone('TR_5')])]);
    expect([...tracks.first]).toEqual(['TR_1', 'TR_3', 'TR_5']);
    tracks.update([person('ana', [...many].reverse())]);
    expect([...tracks.first]).toEqual(['TR_1', 'TR_3', 'TR_5']);
    tracks.update([person('ana', many.slice(1))]);
    expect([...tracks.first].sort()).toEqual(['TR_2', 'TR_3', 'TR_5']);
  });

  it('detects a changed microphone and a person who leaves', () => {
    const tracks = new AudioTracks();
    tracks.update([person('ana', [microphone('TR_1')]), person('ben', [microphone('TR_2')])]);
    const changed = tracks.update([person('ana', [microphone('TR_3')])]);
    expect([changed.published.map((track) => track.mediaTrackSid), changed.gone]).toEqual([
      ['TR_3'],
      ['TR_1'],
    ]);
    expect(
      tracks.update([person('ben', [microphone('TR_2')], ParticipantInfo_State.DISCONNECTED)]).gone,
    ).toEqual(['TR_2']);
    expect(tracks.all.map((track) => track.mediaTrackSid)).toEqual(['TR_3']);
  });
});

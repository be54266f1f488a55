import { describe, expect, it } from 'vitest';
import type { ArtifactStatus, MeetingState } from '../../../contract/generated/api.ts';
import {
  type ArtifactFacts,
  artifactMoves,
  type ArtifactTrigger,
  decideArtifactMove,
} from './transitions.ts';

const statuses: ArtifactStatus[] = ['pending', 'processing', 'available'];
const states: MeetingState[] = ['created', 'in_progress', 'ending', 'ended', 'cancelled', 'failed'];
const triggers = [...new Set(artifactMoves.map((move) => move.on))];
const transcript: ArtifactFacts = {
  kind: 'transcript',
  status: 'pending',
  meetingState: 'ended',
  transcriptHasText: false,
};
const summary: ArtifactFacts = { ...transcript, kind: 'summary' };

describe('decideArtifactMove', () => {
  it.each<[string, ArtifactFacts, ArtifactTrigger, ArtifactStatus | null]>([
    // Promise: A1
    ['A1', { ...transcript, meetingState: 'ending' }, 'claimed', 'processing'],
    // Promise: A1
    ['A1 after M8', { ...transcript, meetingState: 'failed' }, 'claimed', 'processing'],
    // Promise: A1
    ['A1 too early', { ...transcript, meetingState: 'in_progress' }, 'claimed', null],
    ['A1 of a summary with text', { ...summary, transcriptHasText: true }, 'claimed', 'processing'],
    // Promise: A1
    ['A1 of a summary without text', summary, 'claimed', null],
    // Promise: A2
    ['A2', { ...transcript, status: 'processing' }, 'done', 'available'],
    // Promise: A2
    [
      'A2 held while ending',
      { ...transcript, status: 'processing', meetingState: 'ending' },
      'done',
      null,
    ],
    ['A2 unclaimed', transcript, 'done', null],
    // Promise: A4
    ['A4 while processing', { ...transcript, status: 'processing' }, 'given_up', 'available'],
    // Promise: A4
    ['A4 while pending', transcript, 'given_up', 'available'],
    // Promise: A5
    ['A5 cancelled', { ...transcript, meetingState: 'cancelled' }, 'never_came', 'available'],
    // Promise: A5
    ['A5 failed', { ...summary, meetingState: 'failed' }, 'never_came', 'available'],
    // Promise: A6
    ['A6', transcript, 'switched_off', 'available'],
    // Promise: A6
    ['A6 too early', { ...transcript, meetingState: 'ending' }, 'switched_off', null],
    // Promise: A7
    ['A7', summary, 'transcript_without_text', 'available'],
    // Promise: A7
    ['A7 with text', { ...summary, transcriptHasText: true }, 'transcript_without_text', null],
  ])('%s', (_, facts, trigger, next) => {
    expect(decideArtifactMove(facts, trigger)).toBe(next);
  });

  // Promise: 34, I6, A3
  it('is processing only once the meeting is ending, available only once it is over, and then for good', () => {
    for (const kind of ['transcript', 'summary'] as const)
      for (const status of statuses)
        for (const meetingState of states)
          for (const transcriptHasText of [false, true])
            for (const trigger of triggers) {
              const next = decideArtifactMove(
                { kind, status, meetingState, transcriptHasText },
                trigger,
              );
              if (status === 'available') expect(next).toBeNull();
              if (next === 'available')
                expect(['ended', 'cancelled', 'failed']).toContain(meetingState);
              if (next === 'processing' && status === 'pending')
                expect(['ending', 'ended', 'failed']).toContain(meetingState);
              expect(next).not.toBe('pending');
            }
  });
});

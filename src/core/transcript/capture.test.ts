import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { captureScene, type CaptureScene } from '../../../dev/world/speech/capture-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { closeVisit, openVisit } from '../../store/participant/visit.ts';
import { putTask } from '../../store/task.ts';
import { leaseDueTasks } from '../../store/task-run.ts';
import { listUtterances } from '../../store/utterance.ts';
import { eraseArtifact } from '../artifact/erase-artifact.ts';
import { newRef } from '../ids.ts';
import { readParticipant } from '../participant/read-participants.ts';
import {
  appendUtterances,
  LeaseOver,
  listWaitingUtterances,
  noteScanned,
  noteWords,
  noteAudioLost,
  TranscriptGone,
} from './append-utterance.ts';
import { noteCaptureDone, noteCaptureFlushed } from './capture.ts';
import { type KnownTrack, listKnownTracks, openTrack } from './open-track.ts';

const { db } = await testDatabase();
const ENGINE = { name: 'test', model: 'test', quality: 'standard' } as const;

let scene: CaptureScene;

beforeEach(async () => {
  scene = await captureScene(db);
});

async function lease() {
  const now = scene.clock.now();
  const request = { kinds: ['attend_meeting'] as const, now, leasedUntil: now, limit: 1 };
  const [row] = await leaseDueTasks(db, { ...request, holder: newRef('scr') });
  return { kind: 'attend_meeting', ref: scene.meetingRef, leaseId: row?.lease_id ?? '' } as const;
}

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

describe('what a scribe remembers', () => {
  it('is one track for each media track, which continues where it was', async () => {
    const track = await scene.hearTrack();
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 16_000, toSample: 48_000, isForced: false }],
      scannedSamples: 56_320,
    });
    scene.clock.advance(5);
    expect(await scene.hearTrack()).toEqual({
      ...track,
      scannedSamples: 56_320,
      lastCut: { endSample: 48_000, isForced: false },
    });
    expect(await listKnownTracks(scene.ctx, scene.meetingRef)).toHaveLength(1);
  });

  it('is written only by the run that holds the lease of the meeting', async () => {
    const { trackRef } = await scene.hearTrack();
    await db.deleteFrom('task').execute();
    await putTask(db, 'attend_meeting', scene.meetingRef, scene.clock.now());
    const [lost, holding] = [await lease(), await lease()];
    const cuts = [{ fromSample: 0, toSample: 48_000, isForced: false }];
    const progress = { trackRef, cuts, scannedSamples: 56_320 };
    const range = { fromSample: 60_000, toSample: 70_000 };
    await expect(appendUtterances(scene.ctx, progress, lost)).rejects.toThrow(LeaseOver);
    await expect(noteAudioLost(scene.ctx, trackRef, range, lost)).rejects.toThrow(LeaseOver);
    const heard = { ...scene, mediaTrackSid: 'TR_2', startedAt: scene.clock.now(), run: lost };
    await expect(openTrack(scene.ctx, heard)).rejects.toThrow(LeaseOver);
    await expect(noteCaptureFlushed(scene.ctx, scene.meetingRef, lost)).rejects.toThrow(LeaseOver);
    await expect(noteCaptureDone(scene.ctx, scene.meetingRef, ENGINE, null, lost)).rejects.toThrow(
      LeaseOver,
    );
    expect(await listKnownTracks(scene.ctx, scene.meetingRef)).toHaveLength(1);
    await noteScanned(scene.ctx, new Map([[trackRef, 32_000]]), lost);
    expect(await scene.hearTrack()).toMatchObject({ scannedSamples: 0, lastCut: { endSample: 0 } });
    await noteScanned(scene.ctx, new Map([[trackRef, 32_000]]), holding);
    expect(await scene.hearTrack()).toMatchObject({ scannedSamples: 32_000 });
    await appendUtterances(scene.ctx, progress, holding);
    expect(await scene.hearTrack()).toMatchObject({ lastCut: { endSample: 48_000 } });
  });

  it('is not written while the meeting is being deleted, and does not delay that', async () => {
    const { trackRef } = await scene.hearTrack();
    await db.deleteFrom('task').execute();
    await putTask(db, 'attend_meeting', scene.meetingRef, scene.clock.now());
    const [progress, run] = [{ trackRef, cuts: [], scannedSamples: 56_320 }, await lease()];
    const appended = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('track').where('track_ref', '=', trackRef).execute();
      const late = appendUtterances(scene.ctx, progress, run).catch((error: unknown) => error);
      await until('the scribe waits', 15_000, isWaitingForLock);
      await tx.deleteFrom('task').where('ref', '=', scene.meetingRef).execute();
      return { late };
    });
    expect(await appended.late).toBeInstanceOf(TranscriptGone);
  });

  it('advances each silent track, never back, and does not wait for locked rows', async () => {
    const tracks = [
      await scene.hearTrack('TR_1'),
      await scene.hearTrack('TR_2'),
      await scene.hearTrack('TR_3'),
    ];
    const [ahead, behind, held] = tracks.map(({ trackRef }) => trackRef) as [
      string,
      string,
      string,
    ];
    await appendUtterances(scene.ctx, { trackRef: ahead, cuts: [], scannedSamples: 96_000 });
    const marks = new Map(
      [ahead, behind, held, 'trk_unknown'].map((trackRef) => [trackRef, 80_000]),
    );
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('track')
        .select('track_ref')
        .where('track_ref', '=', held)
        .forUpdate()
        .execute();
      await noteScanned(scene.ctx, marks);
    });
    const known = await listKnownTracks(scene.ctx, scene.meetingRef);
    const scanned = new Map(
      known.map(({ trackRef, scannedSamples }) => [trackRef, scannedSamples]),
    );
    expect([scanned.get(ahead), scanned.get(behind), scanned.get(held)]).toEqual([
      96_000, 80_000, 0,
    ]);
  });

  it('includes when a person left who has come back since', async () => {
    const { ctx, clock, participantRef } = scene;
    const joinedAt = clock.now();
    await scene.hearTrack('TR_1');
    clock.advance(60);
    const leftAt = clock.now();
    await db.transaction().execute(async (tx) => {
      await closeVisit(tx, participantRef, joinedAt, { leftAt, reason: 'left' });
      await openVisit(tx, participantRef, leftAt);
    });
    clock.advance(1);
    await scene.hearTrack('TR_2');
    const known = await listKnownTracks(ctx, scene.meetingRef);
    expect(known.map((track) => track.leftAt)).toEqual([leftAt, null]);
  });

  it('has no track of a person who is not in the meeting', async () => {
    expect(
      await openTrack(scene.ctx, {
        meetingRef: scene.meetingRef,
        participantRef: 'pt_nobody',
        mediaTrackSid: 'TR_9',
        startedAt: scene.clock.now(),
      }),
    ).toBe(null);
  });

  it('after a restart still knows that the last cut was forced, and does not take a loss for a cut', async () => {
    const track = await scene.hearTrack();
    const { trackRef } = track;
    const cuts = [{ fromSample: 16_000, toSample: 48_000, isForced: true }];
    await appendUtterances(scene.ctx, { trackRef, cuts, scannedSamples: 48_000 });
    await noteAudioLost(scene.ctx, trackRef, { fromSample: 16_000, toSample: 90_000 });
    expect((await scene.hearTrack())?.lastCut).toEqual({ endSample: 48_000, isForced: true });
  });

  it('gives a range its words once', async () => {
    const track = await scene.hearTrack();
    const range = { fromSample: 16_000, toSample: 48_000 };
    const cuts = [{ ...range, isForced: false }];
    await appendUtterances(scene.ctx, { trackRef: track.trackRef, cuts, scannedSamples: 56_320 });
    await appendUtterances(scene.ctx, { trackRef: track.trackRef, cuts, scannedSamples: 56_320 });
    expect(await listWaitingUtterances(scene.ctx, scene.meetingRef)).toEqual([
      { trackRef: track.trackRef, participantRef: scene.participantRef, ...range },
    ]);
    const key = { trackRef: track.trackRef, fromSample: 16_000 };
    expect(await noteWords(scene.ctx, key, { text: 'First.', languageCode: 'en' })).toBe(true);
    expect(await noteWords(scene.ctx, key, { text: 'Second.', languageCode: 'en' })).toBe(false);
    expect(await listWaitingUtterances(scene.ctx, scene.meetingRef)).toEqual([]);
  });
});

it('speaking time is known until the transcript is erased', async () => {
  const request = { actor: scene.actor, meetingRef: scene.meetingRef };
  const spokeMs = async () =>
    (await readParticipant(scene.ctx, { ...request, participantRef: scene.participantRef }))
      .spokeMs;
  await scene.say(await scene.hearTrack(), 16_000, 'Hello there.');
  await scene.end();
  expect(await spokeMs()).toBe(2_000);
  await eraseArtifact(scene.ctx, { ...request, kind: 'transcript' });
  expect(await spokeMs()).toBeNull();
});

describe('an erasure while a scribe still works', () => {
  async function erased(): Promise<KnownTrack> {
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, 'Hello there.');
    await scene.end();
    await eraseArtifact(scene.ctx, {
      actor: scene.actor,
      meetingRef: scene.meetingRef,
      kind: 'transcript',
    });
    return track;
  }
  const nothingIsLeft = async () => expect(await listUtterances(db, scene.meetingRef)).toEqual([]);

  it('refuses what the scribe still reports, and tells it so', async () => {
    const track = await erased();
    const progress = {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 96_000, toSample: 112_000, isForced: false }],
      scannedSamples: 160_000,
    };
    await expect(appendUtterances(scene.ctx, progress)).rejects.toThrow(TranscriptGone);
    await expect(appendUtterances(scene.ctx, { ...progress, cuts: [] })).rejects.toThrow(
      TranscriptGone,
    );
    await expect(
      noteAudioLost(scene.ctx, track.trackRef, { fromSample: 0, toSample: 16_000 }),
    ).rejects.toThrow(TranscriptGone);
    expect(
      await noteWords(
        scene.ctx,
        { trackRef: track.trackRef, fromSample: 16_000 },
        { text: 'Hi.', languageCode: 'en' },
      ),
    ).toBe(false);
    await nothingIsLeft();
  });

  it('prevents new tracks', async () => {
    await erased();
    const late = {
      meetingRef: scene.meetingRef,
      participantRef: scene.participantRef,
      mediaTrackSid: 'TR_2',
      startedAt: scene.clock.now(),
    };
    expect(await openTrack(scene.ctx, late)).toBeNull();
    await nothingIsLeft();
  });
});

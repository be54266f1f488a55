import { useEffect, useRef } from 'preact/hooks';
import { Hand, MonitorUp, Pin, PinOff } from 'lucide-preact';
import type { Reaction } from '../room-messages/guest-message.ts';
import { hasHandUp, type Person } from '../people/person.ts';
import type { StageItem } from './stage-plan.ts';
import type { Session } from '../session/session.ts';
import { messages } from '../i18n/messages.ts';
import { Avatar, ConnectionIcon, MutedIcon } from '../people/person-icons.tsx';
import { ReactionIcon } from '../room-messages/reaction-icon.tsx';

export type TileActions = {
  session: Session;
  audioOnly: boolean;
  pinned: string | null;
  onPin(key: string | null): void;
};
type Props = {
  item: StageItem;
  actions: TileActions;
  reaction: Reaction | undefined;
};

/** A person or a shared screen on the stage, with the name and status icons. */
export function Tile({ item, actions, reaction }: Props) {
  const { key, source, person } = item;
  const camera = source === 'camera';
  const isPinned = actions.pinned === key;
  const name = nameOf(person);
  const pinName = (isPinned ? messages.unpin : messages.pin)(camera ? name : screenName(person));
  return (
    <li
      class="tile"
      data-source={source}
      data-speaking={camera && person.speaking}
      data-lost={person.connection === 'lost'}
      data-hand={camera && hasHandUp(item.person)}
    >
      <Content item={item} actions={actions} />
      {camera && hasHandUp(item.person) && (
        <span class="tile-hand">
          <Hand aria-hidden="true" />
          <span class="visually-hidden">{messages.handRaised}</span>
        </span>
      )}
      {camera && reaction !== undefined && (
        <span class="tile-reaction" aria-hidden="true">
          <ReactionIcon reaction={reaction} />
        </span>
      )}
      <Label item={item} name={name} />
      <button
        type="button"
        class="tile-pin"
        aria-label={pinName}
        title={pinName}
        data-pinned={isPinned}
        data-tile={key}
        onClick={() => actions.onPin(isPinned ? null : key)}
      >
        {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
      </button>
    </li>
  );
}

function Label({ item: { source, person }, name }: { item: StageItem; name: string }) {
  const { microphoneOn, speaking, connection } = person;
  if (source === 'screen') {
    return (
      <span class="tile-label">
        <MonitorUp aria-hidden="true" />
        <span class="tile-name">
          <bdi>{screenName(person)}</bdi>
        </span>
      </span>
    );
  }
  return (
    <span class="tile-label">
      {!microphoneOn && <MutedIcon />}
      {(connection === 'poor' || connection === 'lost') && <ConnectionIcon grade={connection} />}
      <span class="tile-name">
        <bdi>{name}</bdi>
      </span>
      {speaking && <span class="visually-hidden">{messages.speaking}</span>}
    </span>
  );
}

function Content({
  item,
  actions: { session, audioOnly },
}: {
  item: StageItem;
  actions: TileActions;
}) {
  const { source, person } = item;
  const trackId = source === 'camera' ? person.videoRef : person.screenRef;
  const isShown = trackId !== null && !(audioOnly && !person.isSelf);
  const video = isShown && <Video item={item} trackId={trackId} session={session} />;
  // The avatar is behind the video and visible until the first frame arrives.
  if (source === 'camera')
    return (
      <>
        <Avatar personRef={person.ref} name={person.name} />
        {video}
      </>
    );
  if (isShown) return video;
  return (
    <span class="tile-waiting">
      <MonitorUp aria-hidden="true" />
      {audioOnly ? messages.notShownAudioOnly : messages.screenComing}
    </span>
  );
}

function Video({ item, trackId, session }: { item: StageItem; trackId: string; session: Session }) {
  const element = useRef<HTMLVideoElement>(null);
  const { source, person } = item;
  useEffect(() => {
    if (element.current !== null) return session.attachVideo(person.ref, source, element.current);
    return undefined;
  }, [person.ref, source, trackId, session]);
  return (
    <video
      ref={element}
      class={person.isSelf && source === 'camera' ? 'mirrored' : undefined}
      autoPlay
      playsInline
      muted
    />
  );
}

function nameOf({ isSelf, name }: Person): string {
  return isSelf ? messages.you : name || messages.guest;
}

function screenName(person: Person): string {
  return person.isSelf ? messages.yourScreen : messages.screenOf(nameOf(person));
}

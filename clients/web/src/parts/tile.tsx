import { useEffect, useRef } from 'react';
import type { Person } from '../room/person.ts';
import type { Visit } from '../room/visit.ts';
import { words } from '../words/words.ts';
import { Avatar } from './avatar.tsx';
import { Connection, Muted } from './state-mark.tsx';

/** One person on the stage: picture or initials, name, and the states that others should know. */
export function Tile({ person, visit }: { person: Person; visit: Visit }) {
  const { ref, name, videoRef, isSelf, microphoneOn, speaking, connection } = person;
  return (
    <li className="tile" data-speaking={speaking} data-lost={connection === 'lost'}>
      {videoRef === null ? <Avatar personRef={ref} name={name} /> : <Picture person={person} visit={visit} />}
      <span className="tile-label">
        {!microphoneOn && <Muted />}
        {(connection === 'poor' || connection === 'lost') && <Connection grade={connection} />}
        <span className="tile-name">{isSelf ? words.you : <bdi>{name || words.guest}</bdi>}</span>
        {speaking && <span className="for-readers">{words.speaking}</span>}
      </span>
    </li>
  );
}

function Picture({ person: { ref, videoRef, isSelf }, visit }: { person: Person; visit: Visit }) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current !== null) return visit.showVideo(ref, element.current);
    return undefined;
  }, [ref, videoRef, visit]);
  return <video ref={element} className={isSelf ? 'mirrored' : undefined} autoPlay playsInline muted />;
}

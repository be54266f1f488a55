import { useEffect, useState } from 'preact/hooks';
import { SendHorizontal } from 'lucide-preact';
import { splitLinks } from './chat-text.ts';
import { isComposing } from '../i18n/is-composing.ts';
import type { ChatMessage, RoomMessagesState } from '../room-messages/room-messages.ts';
import type { Session } from '../session/session.ts';
import { messages, timeOfDay } from '../i18n/messages.ts';
import { Panel } from '../components/panel.tsx';
import { useStickToBottom } from '../hooks/use-stick-to-bottom.ts';

type Props = {
  session: Session;
  roomMessages: RoomMessagesState;
  names: ReadonlyMap<string, string>;
  onClose(): void;
};

/** The chat of the people in the room. Shows the newest message unless the guest scrolled up. */
export function ChatPanel({ session, roomMessages: { chat }, names, onClose }: Props) {
  const scrolling = useStickToBottom<HTMLDivElement>(chat);
  useEffect(() => {
    session.roomMessages.showChat(true);
    return () => session.roomMessages.showChat(false);
  }, [session]);
  return (
    <Panel title={messages.chat} onClose={onClose} footer={<ChatForm session={session} />}>
      <div
        {...scrolling}
        class="chat-messages"
        role="log"
        aria-label={messages.chatMessages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
        tabIndex={0}
      >
        {chat.length === 0 && <p class="chat-hint">{messages.chatEmpty}</p>}
        {chat.map((message, at) => (
          <Message
            key={message.id}
            message={message}
            name={names.get(message.from) ?? ''}
            previous={chat[at - 1]}
          />
        ))}
      </div>
    </Panel>
  );
}

const MERGE_WITHIN_MS = 120_000;

function Message({
  message,
  name,
  previous,
}: {
  message: ChatMessage;
  name: string;
  previous: ChatMessage | undefined;
}) {
  const continues =
    previous?.from === message.from && message.atMs - previous.atMs < MERGE_WITHIN_MS;
  return (
    <div class="chat-message" data-mine={message.mine} data-continued={continues}>
      <p class={continues ? 'visually-hidden' : 'chat-from'}>
        <bdi>{message.mine ? messages.you : name || messages.guest}</bdi>{' '}
        <time dateTime={new Date(message.atMs).toISOString()}>{timeOfDay(message.atMs)}</time>
      </p>
      <p class="chat-text" dir="auto">
        {splitLinks(message.text).map((piece, at) =>
          piece.kind === 'text' ? (
            piece.text
          ) : (
            <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
              {piece.text}
            </a>
          ),
        )}
      </p>
    </div>
  );
}

function ChatForm({ session }: { session: Session }) {
  const { roomMessages } = session;
  const [text, setText] = useState(() => roomMessages.draft());
  const [error, setError] = useState<keyof typeof messages.chatError | null>(null);
  const edit = (edited: string) => {
    roomMessages.saveDraft(edited);
    setText(edited);
  };
  const send = async () => {
    const result = await roomMessages.sendChat(text);
    setError(result === 'sent' || result === 'empty' || result === 'in_progress' ? null : result);
    // What the guest has typed meanwhile stays.
    if (result === 'sent' && roomMessages.draft() === text) edit('');
  };
  return (
    <form
      class="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {error !== null && (
        <p class="field-error" role="alert">
          {messages.chatError[error]}
        </p>
      )}
      <div class="chat-line">
        <textarea
          class="field"
          aria-label={messages.message}
          placeholder={messages.message}
          rows={1}
          dir="auto"
          enterkeyhint="send"
          value={text}
          onInput={({ currentTarget }) => edit(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            void send();
          }}
        />
        <button
          type="submit"
          class="round chat-send"
          aria-label={messages.sendMessage}
          title={messages.sendMessage}
        >
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { SendHorizontal } from 'lucide-preact';
import { MESSAGE_CHARACTERS_MAX, splitLinks } from './chat-text.ts';
import { isComposing } from '../i18n/is-composing.ts';
import type { ChatMessage, TogetherState } from './room-messages.ts';
import type { Visit } from '../session/session.ts';
import { words } from '../i18n/messages.ts';
import { Panel } from '../components/panel.tsx';
import { useFollowEnd } from '../hooks/use-stick-to-bottom.ts';

type Props = {
  visit: Visit;
  together: TogetherState;
  names: ReadonlyMap<string, string>;
  onClose(): void;
};

/** The chat of those who are here. It follows the newest message unless the guest scrolled back. */
export function ChatPanel({ visit, together: { messages }, names, onClose }: Props) {
  const end = useFollowEnd<HTMLDivElement>(messages);
  useEffect(() => {
    visit.together.showChat(true);
    return () => visit.together.showChat(false);
  }, [visit]);
  return (
    <Panel title={words.chat} onClose={onClose} footer={<ChatForm visit={visit} />}>
      <div
        {...end}
        class="chat-messages"
        role="log"
        aria-label={words.chatMessages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who scrolls back by keyboard must be able to reach it
        tabIndex={0}
      >
        {messages.length === 0 && <p class="chat-hint">{words.chatEmpty}</p>}
        {messages.map((message, at) => (
          <Message
            key={message.id}
            message={message}
            name={names.get(message.from) ?? ''}
            before={messages[at - 1]}
          />
        ))}
      </div>
    </Panel>
  );
}

const TOGETHER_MS = 120_000;

function Message({
  message,
  name,
  before,
}: {
  message: ChatMessage;
  name: string;
  before: ChatMessage | undefined;
}) {
  const goesOn = before?.from === message.from && message.atMs - before.atMs < TOGETHER_MS;
  return (
    <div class="chat-message" data-mine={message.mine} data-goes-on={goesOn}>
      <p class={goesOn ? 'for-readers' : 'chat-from'}>
        <bdi>{message.mine ? words.you : name || words.guest}</bdi>{' '}
        <time dateTime={new Date(message.atMs).toISOString()}>{words.time(message.atMs)}</time>
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

function ChatForm({ visit }: { visit: Visit }) {
  const { together } = visit;
  const [text, setText] = useState(() => together.draft());
  const [trouble, setTrouble] = useState<'too_fast' | 'failed' | null>(null);
  const write = (written: string) => {
    together.keepDraft(written);
    setText(written);
  };
  const send = async () => {
    const outcome = await together.say(text);
    setTrouble(outcome === 'too_fast' || outcome === 'failed' ? outcome : null);
    // What was written on meanwhile stays.
    if (outcome === 'sent' && together.draft() === text) write('');
  };
  return (
    <form
      class="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {trouble !== null && (
        <p class="field-error" role="alert">
          {words.chatTrouble[trouble]}
        </p>
      )}
      <div class="chat-line">
        <textarea
          class="field"
          aria-label={words.message}
          placeholder={words.message}
          rows={1}
          dir="auto"
          maxLength={MESSAGE_CHARACTERS_MAX}
          enterkeyhint="send"
          value={text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            void send();
          }}
        />
        <button
          type="submit"
          class="round chat-send"
          aria-label={words.sendMessage}
          title={words.sendMessage}
        >
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}

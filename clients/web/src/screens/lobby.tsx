import { useRef, useState } from 'preact/hooks';
import { CalendarClock, CircleAlert, ScrollText } from 'lucide-preact';
import { Brand } from '../components/brand.tsx';
import { LanguageChoice } from '../i18n/language-choice.tsx';
import { PreviewPane } from '../lobby/preview-pane.tsx';
import { Spinner } from '../components/spinner.tsx';
import { cleanDisplayName, NAME_CHARACTERS_MAX } from '../people/display-name.ts';
import { rememberName, rememberedName } from '../page/preferences.ts';
import { describeElsewhere, describeSchedule, localeFor } from '../lobby/schedule.ts';
import type { Visit } from '../session/session.ts';
import type { VisitState } from '../session/session-state.ts';
import { language, words } from '../i18n/messages.ts';

export function Lobby({ state, visit }: { state: VisitState; visit: Visit }) {
  const { lobby, phase, trouble } = state;
  if (lobby === null) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const locale = localeFor(language.read());
  const schedule = describeSchedule(lobby.schedule, locale, zone);
  const elsewhere = describeElsewhere(lobby.schedule, locale, zone);
  return (
    <main class="lobby">
      <header class="lobby-top">
        <Brand />
        <LanguageChoice id="language" />
      </header>
      <div class="lobby-columns">
        <PreviewPane preview={visit.preview} />
        <section class="lobby-form">
          <header class="lobby-heading">
            <h1>
              <bdi>{lobby.title}</bdi>
            </h1>
            {schedule !== null && (
              <p class="lobby-schedule">
                <CalendarClock aria-hidden="true" />
                <span>
                  {schedule}
                  {elsewhere !== null && <small>{words.inZone(elsewhere)}</small>}
                </span>
              </p>
            )}
            <p class="lobby-presence" data-running={lobby.meetingState === 'in_progress'}>
              {lobby.meetingState === 'in_progress'
                ? words.meetingStarted
                : words.meetingNotStarted}
            </p>
          </header>
          {lobby.transcribed && (
            <p id="transcribed" class="lobby-transcribed">
              <ScrollText aria-hidden="true" />
              <span>
                <strong>{words.transcribedTitle}</strong> {words.transcribedHelp}
              </span>
            </p>
          )}
          {state.otherTab && (
            <div class="alert">
              <CircleAlert aria-hidden="true" />
              <span>
                <strong>{words.otherTab.title}.</strong> {words.otherTab.help}
              </span>
              <button
                type="button"
                class="button button-small"
                onClick={() => visit.leaveOtherTabs()}
              >
                {words.moveHere}
              </button>
            </div>
          )}
          <JoinForm
            visit={visit}
            joining={phase === 'joining'}
            suggested={lobby.displayName}
            notice={lobby.transcribed ? 'transcribed' : undefined}
          />
          {trouble !== null && <Alert {...words.visitTrouble(trouble)} />}
        </section>
      </div>
    </main>
  );
}

type JoinFormProps = {
  visit: Visit;
  joining: boolean;
  suggested: string | null;
  notice: string | undefined;
};

/** `notice`: the element that says what a guest should know before joining. */
function JoinForm({ visit, joining, suggested, notice }: JoinFormProps) {
  const [name, setName] = useState(() => suggested ?? rememberedName());
  const [nameMissing, setNameMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const join = () => {
    const displayName = cleanDisplayName(name);
    setNameMissing(displayName === '');
    if (displayName === '') return field.current?.focus();
    rememberName(displayName);
    void visit.join(displayName);
  };
  return (
    <form
      class="join-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!joining) join();
      }}
    >
      <label for="name">{words.yourName}</label>
      <input
        id="name"
        ref={field}
        class="field"
        dir="auto"
        autocomplete="name"
        autocapitalize="words"
        spellcheck={false}
        enterkeyhint="go"
        maxLength={NAME_CHARACTERS_MAX}
        placeholder={words.namePlaceholder}
        value={name}
        readOnly={joining}
        required
        aria-invalid={nameMissing}
        aria-describedby={nameMissing ? 'name-missing' : undefined}
        onInput={({ currentTarget }) => {
          setName(currentTarget.value);
          setNameMissing(false);
        }}
      />
      {nameMissing && (
        <p id="name-missing" class="field-error" role="alert">
          {words.nameMissing}
        </p>
      )}
      <button
        type="submit"
        class="button button-primary button-wide"
        aria-disabled={joining}
        aria-describedby={notice}
      >
        {joining && <Spinner />}
        {joining ? words.joining : words.join}
      </button>
    </form>
  );
}

function Alert({ title, help }: { title: string; help: string }) {
  return (
    <p class="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        <strong>{title}.</strong> {help}
      </span>
    </p>
  );
}

import { useRef, useState } from 'react';
import { CalendarClock, CircleAlert, ScrollText } from 'lucide-react';
import { Brand } from '../components/brand.tsx';
import { LanguageChoice } from '../components/language-choice.tsx';
import { PreviewPane } from '../components/preview-pane.tsx';
import { Spinner } from '../components/spinner.tsx';
import { cleanDisplayName, NAME_CHARACTERS_MAX } from '../people/display-name.ts';
import { rememberName, rememberedName } from '../page/preferences.ts';
import { describeElsewhere, describeSchedule, localeFor } from '../lobby/schedule.ts';
import type { Visit } from '../connection/visit.ts';
import type { VisitState } from '../connection/visit-state.ts';
import { language, words } from '../i18n/messages.ts';

export function Lobby({ state, visit }: { state: VisitState; visit: Visit }) {
  const { lobby, phase, trouble } = state;
  if (lobby === null) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const locale = localeFor(language.read());
  const schedule = describeSchedule(lobby.schedule, locale, zone);
  const elsewhere = describeElsewhere(lobby.schedule, locale, zone);
  return (
    <main className="lobby">
      <header className="lobby-top">
        <Brand />
        <LanguageChoice id="language" />
      </header>
      <div className="lobby-columns">
        <PreviewPane preview={visit.preview} />
        <section className="lobby-form">
          <header className="lobby-heading">
            <h1>
              <bdi>{lobby.title}</bdi>
            </h1>
            {schedule !== null && (
              <p className="lobby-schedule">
                <CalendarClock aria-hidden="true" />
                <span>
                  {schedule}
                  {elsewhere !== null && <small>{words.inZone(elsewhere)}</small>}
                </span>
              </p>
            )}
            <p className="lobby-presence" data-running={lobby.meetingState === 'in_progress'}>
              {lobby.meetingState === 'in_progress'
                ? words.meetingStarted
                : words.meetingNotStarted}
            </p>
          </header>
          {lobby.transcribed && (
            <p id="transcribed" className="lobby-transcribed">
              <ScrollText aria-hidden="true" />
              <span>
                <strong>{words.transcribedTitle}</strong> {words.transcribedHelp}
              </span>
            </p>
          )}
          {state.otherTab && (
            <div className="alert">
              <CircleAlert aria-hidden="true" />
              <span>
                <strong>{words.otherTab.title}.</strong> {words.otherTab.help}
              </span>
              <button
                type="button"
                className="button button-small"
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
      className="join-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!joining) join();
      }}
    >
      <label htmlFor="name">{words.yourName}</label>
      <input
        id="name"
        ref={field}
        className="field"
        dir="auto"
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={NAME_CHARACTERS_MAX}
        placeholder={words.namePlaceholder}
        value={name}
        readOnly={joining}
        required
        aria-invalid={nameMissing}
        aria-describedby={nameMissing ? 'name-missing' : undefined}
        onChange={(event) => {
          setName(event.target.value);
          setNameMissing(false);
        }}
      />
      {nameMissing && (
        <p id="name-missing" className="field-error" role="alert">
          {words.nameMissing}
        </p>
      )}
      <button
        type="submit"
        className="button button-primary button-wide"
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
    <p className="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        <strong>{title}.</strong> {help}
      </span>
    </p>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { CalendarClock, ScrollText } from 'lucide-preact';
import { Brand, Spinner } from '../components/brand.tsx';
import { useMediaQuery } from '../hooks/browser-hooks.ts';
import { LanguageSelect } from '../i18n/language-select.tsx';
import { type Consent, ConsentChoice } from '../lobby/consent-choice.tsx';
import { LobbyAlert } from '../lobby/lobby-alert.tsx';
import { NameField } from '../lobby/name-field.tsx';
import { OtherTabAlert } from '../lobby/other-tab-alert.tsx';
import { WaitingCard } from '../lobby/waiting-card.tsx';
import { PreviewDevices, PreviewPane } from '../lobby/preview-pane.tsx';
import { cleanDisplayName } from '../people/display-name.ts';
import { loadName, saveName } from '../page/preferences.ts';
import { describeSchedule, describeScheduleInItsZone, zoneOfDevice } from '../lobby/schedule.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';
import { language, messages } from '../i18n/messages.ts';
import { localeFor } from '../i18n/page-language.ts';

type Props = {
  state: SessionState;
  session: Session;
  /** From another screen. */
  isBack: boolean;
};

export function Lobby({ state, session, isBack }: Props) {
  const { lobby, phase, error } = state;
  // Name and Join come before the choice of devices, which few change.
  const isSmall = useMediaQuery('(max-width: 559px)');
  if (lobby === null) return null;
  return (
    <main class="lobby">
      <header class="lobby-top">
        <Brand />
        <LanguageSelect />
      </header>
      <div class="lobby-columns">
        <PreviewPane preview={session.preview} devices={!isSmall} />
        <section class="lobby-form">
          {phase === 'waiting' ? (
            <WaitingCard state={state} session={session} />
          ) : (
            <Heading lobby={lobby} isBack={isBack} />
          )}
          {lobby.transcribed && !lobby.asksConsent && (
            <p id="transcribed" class="lobby-transcribed">
              <ScrollText aria-hidden="true" />
              <span>
                <strong>{messages.transcribedTitle}</strong> {messages.transcribedHelp}
              </span>
            </p>
          )}
          {!lobby.transcribed && <p class="quiet">{messages.captionsNone}</p>}
          {state.otherTab && <OtherTabAlert session={session} />}
          {phase !== 'waiting' && (
            <JoinForm
              session={session}
              joining={phase === 'joining'}
              suggestedName={lobby.displayName}
              asks={lobby.asks}
              asksConsent={lobby.asksConsent}
              describedBy={lobby.transcribed && !lobby.asksConsent ? 'transcribed' : undefined}
            />
          )}
          {error !== null && (
            <LobbyAlert
              {...messages.sessionError(error)}
              leadsToCheck={error.startsWith('media_')}
            />
          )}
        </section>
        {isSmall && <PreviewDevices preview={session.preview} />}
      </div>
    </main>
  );
}

type HeadingProps = { lobby: NonNullable<SessionState['lobby']>; isBack: boolean };

function Heading({ lobby, isBack }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button of the other screen is gone: keyboard and screen reader continue here.
  useEffect(() => {
    if (isBack) heading.current?.focus();
  }, [isBack]);
  const zone = zoneOfDevice();
  const locale = localeFor(language.get());
  const schedule = describeSchedule(lobby.schedule, locale, zone);
  const scheduleInItsZone = describeScheduleInItsZone(lobby.schedule, locale, zone);
  const isRunning = lobby.meetingState === 'in_progress';
  return (
    <header class="lobby-heading">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{lobby.title}</bdi>
      </h1>
      {schedule !== null && (
        <p class="lobby-schedule">
          <CalendarClock aria-hidden="true" />
          <span>
            {schedule}
            {scheduleInItsZone !== null && <small>{messages.inZone(scheduleInItsZone)}</small>}
          </span>
        </p>
      )}
      <p class="lobby-presence" data-running={isRunning}>
        {isRunning ? messages.meetingStarted : messages.meetingNotStarted}
      </p>
    </header>
  );
}

type JoinFormProps = {
  session: Session;
  joining: boolean;
  /** A host decides who is admitted. */
  asks: boolean;
  /** Each person is asked whether they may be transcribed. */
  asksConsent: boolean;
  suggestedName: string | null;
  describedBy: string | undefined;
};

/** `describedBy`: the id of the notice that a guest should read before joining. */
function JoinForm({
  session,
  joining,
  asks,
  asksConsent,
  suggestedName,
  describedBy,
}: JoinFormProps) {
  // A guest who is back has corrected the name that the link suggests.
  const [name, setName] = useState(() => session.asked?.displayName ?? suggestedName ?? loadName());
  const [nameMissing, setNameMissing] = useState(false);
  const [consent, setConsent] = useState<Consent | null>(null);
  const [consentMissing, setConsentMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const consentField = useRef<HTMLInputElement>(null);
  const join = () => {
    const displayName = cleanDisplayName(name);
    setNameMissing(displayName === '');
    if (displayName === '') return field.current?.focus();
    saveName(displayName);
    const isUnanswered = asksConsent && consent === null;
    setConsentMissing(isUnanswered);
    if (isUnanswered) return consentField.current?.focus();
    void session.join({ displayName, ...(consent !== null && { consent }) });
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
      <NameField
        field={field}
        name={name}
        isMissing={nameMissing}
        isReadOnly={joining}
        onInput={(typed) => {
          setName(typed);
          setNameMissing(false);
        }}
      />
      {asksConsent && (
        <ConsentChoice
          field={consentField}
          chosen={consent}
          isMissing={consentMissing && consent === null}
          onChoose={setConsent}
        />
      )}
      <div class="join-bar">
        <button
          type="submit"
          class="button button-primary button-wide"
          aria-disabled={joining}
          aria-describedby={describedBy}
        >
          {joining && <Spinner />}
          {joining ? messages.joining : messages.join}
        </button>
      </div>
      {asks && <p class="quiet">{messages.host.asks}</p>}
    </form>
  );
}

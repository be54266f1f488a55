import { deHost } from './de-host.ts';
import type { SessionError } from '../../session/session-types.ts';
import type { Messages } from './en.ts';
import { deviceErrorMessages, localMessages } from '../local-messages.ts';
import { deSessionError } from './de-errors.ts';
import { areSeveral, listNames } from '../sentence.ts';

const names = (some: readonly string[]) => listNames('de', some, 'Gast');

export const de: Messages = {
  host: deHost,
  ...localMessages('de'),
  ...deviceErrorMessages(
    { microphone: 'Mikrofon', camera: 'Kamera', both: 'Mikrofon und Kamera' },
    {
      insecure_page: [
        'nur auf sicheren Seiten',
        'Browser erlauben es nur auf Adressen mit https. Fragen Sie, wer Ihnen den Link geschickt hat.',
      ],
      old_browser: [
        'von diesem Browser nicht unterstützt',
        'Öffnen Sie den Link in einem aktuellen Chrome, Edge, Firefox oder Safari.',
      ],
      denied: [
        'für diese Seite nicht erlaubt',
        'Erlauben Sie es in den Website-Einstellungen neben der Adresse und versuchen Sie es erneut.',
      ],
      denied_by_frame: [
        'von der umgebenden Website nicht erlaubt',
        'Fragen Sie deren Betreiber, oder öffnen Sie den Link zum Meeting in einem eigenen Tab.',
      ],
      denied_by_system: [
        'vom System gesperrt',
        'Erlauben Sie es diesem Browser in den Datenschutzeinstellungen Ihres Geräts und ' +
          'versuchen Sie es erneut.',
      ],
      not_answered: [
        'Ihr Browser fragt danach',
        'Versuchen Sie es erneut und wählen Sie „Zulassen“.',
      ],
      missing: [
        'nicht gefunden',
        'Schließen Sie ein Gerät an und versuchen Sie es erneut. Sie können auch ohne teilnehmen.',
      ],
      busy: [
        'von einer anderen App benutzt',
        'Schließen Sie diese App oder diesen Tab und versuchen Sie es erneut.',
      ],
      unknown: ['startet nicht', 'Versuchen Sie es erneut oder wählen Sie ein anderes Gerät.'],
    },
  ),
  sessionError: (error: SessionError) => deSessionError[error],
  opening: 'Das Meeting wird geöffnet',
  guest: 'Gast',
  you: 'Sie',
  meetingStarted: 'Das Meeting läuft',
  meetingNotStarted: 'Noch ist niemand da',
  transcribedTitle: 'Dieses Meeting wird mitgeschrieben.',
  transcribedHelp: 'Was Sie sagen, wird zu Text, den der Veranstalter lesen kann.',
  transcribedShort: 'Wird mitgeschrieben',
  notTranscribed: 'Wird nicht mitgeschrieben',
  yourName: 'Ihr Name',
  namePlaceholder: 'So sehen andere Sie',
  nameMissing: 'Geben Sie Ihren Namen ein, um beizutreten.',
  join: 'Meeting beitreten',
  joining: 'Beitritt läuft',
  tryAgain: 'Erneut versuchen',
  checkConnection: 'Verbindung prüfen',
  microphone: 'Mikrofon',
  camera: 'Kamera',
  speaker: 'Lautsprecher',
  systemDefault: 'Standard des Systems',
  cameraOff: 'Kamera ist aus',
  cameraStarting: 'Kamera startet',
  cameraAsk: 'Wenn Ihr Browser fragt, wählen Sie „Zulassen“.',
  microphoneOff: 'Sie treten stumm bei',
  microphoneStarting: 'Mikrofon startet',
  microphoneOn: 'Mikrofon ist an',
  muteMicrophone: 'Mikrofon stummschalten',
  unmuteMicrophone: 'Mikrofon einschalten',
  turnCameraOn: 'Kamera einschalten',
  turnCameraOff: 'Kamera ausschalten',
  showCaptions: 'Untertitel einblenden',
  hideCaptions: 'Untertitel ausblenden',
  captions: 'Untertitel',
  captionsWait: 'Hier erscheinen Untertitel, wenn jemand spricht.',
  captionsNone: 'Dieses Meeting wird nicht mitgeschrieben und hat keine Untertitel.',
  people: 'Personen',
  peopleList: 'Personen im Meeting',
  settings: 'Einstellungen',
  leave: 'Meeting verlassen',
  leaveSharing: {
    title: 'Gehen, während Sie Ihren Bildschirm teilen?',
    help: 'Die anderen sehen ihn dann nicht mehr.',
    stay: 'Bleiben',
    leave: 'Teilen beenden und gehen',
  },
  closePanel: 'Leiste schließen',
  controls: 'Steuerung',
  participants: 'Teilnehmende',
  inFront: 'Im Vordergrund',
  morePeople: (count) => `${count} weitere`,
  muted: 'Stumm',
  speaking: 'Spricht',
  connection: { poor: 'Schwache Verbindung', lost: 'Verbindung verloren' },
  alone: 'Sie sind allein hier',
  aloneHelp: 'Andere erscheinen, sobald sie beitreten.',
  soundBlocked: 'Ihr Browser blockiert den Ton.',
  startSound: 'Ton einschalten',
  reconnectingTitle: 'Verbindung verloren. Sie wird wiederhergestellt.',
  offlineTitle:
    'Das Meeting ist nicht erreichbar. Prüfen Sie Ihre Internetverbindung: Es geht von selbst weiter.',
  chat: 'Chat',
  openChat: 'Chat öffnen',
  closeChat: 'Chat schließen',
  unread: (count) => (count === 1 ? '1 ungelesene Nachricht' : `${count} ungelesene Nachrichten`),
  chatMessages: 'Chatnachrichten',
  chatEmpty: 'Alle, die gerade hier sind, sehen, was Sie schreiben. Nichts davon wird gespeichert.',
  message: 'Nachricht',
  sendMessage: 'Nachricht senden',
  chatError: {
    too_fast: 'Sie schreiben sehr schnell. Warten Sie kurz und senden Sie dann erneut.',
    too_long: 'Nicht gesendet: zu lang für eine Nachricht. Senden Sie den Text in Teilen.',
    failed: 'Nicht gesendet: keine Verbindung. Senden Sie erneut, wenn sie zurück ist.',
  },
  raiseHand: 'Hand heben',
  lowerHand: 'Hand senken',
  handRaised: 'Hand gehoben',
  handPlace: (place) => `Hand gehoben, Platz ${place} in der Reihe`,
  react: 'Reaktion senden',
  reactions: {
    thumbs_up: 'Daumen hoch',
    heart: 'Herz',
    laugh: 'Lachen',
    celebrate: 'Feiern',
    thumbs_down: 'Daumen runter',
    pause: 'Ich brauche eine Pause',
  },
  shareScreen: 'Bildschirm teilen',
  stopSharing: 'Teilen beenden',
  sharing: 'Teilt einen Bildschirm',
  screenOf: (name) => `Bildschirm von ${name}`,
  yourScreen: 'Ihr Bildschirm',
  screenComing: 'Der Bildschirm erscheint gleich',
  notShownAudioOnly: 'Nicht gezeigt: nur Ton',
  pin: (what) => `${what} anheften`,
  unpin: (what) => `${what} lösen`,
  more: 'Weitere Aktionen',
  speakerView: 'Sprecheransicht',
  gridView: 'Rasteransicht',
  fullScreen: 'Vollbild',
  leaveFullScreen: 'Vollbild beenden',
  pictureInPicture: 'Bild im Bild',
  audioOnly: 'Nur Ton, spart Daten',
  videoAgain: 'Video wieder zeigen',
  shortcuts: 'Tastenkürzel',
  shortcutNames: {
    microphone: 'Mikrofon an oder aus',
    camera: 'Kamera an oder aus',
    share: 'Bildschirm teilen oder beenden',
    hand: 'Hand heben oder senken',
    captions: 'Untertitel an oder aus',
    chat: 'Chat',
    people: 'Personen',
    view: 'Raster oder Sprecher',
    fullScreen: 'Vollbild',
    help: 'Diese Liste',
  },
  shortcutsHelp: 'Einzelne Tasten wirken, solange nichts geschrieben wird.',
  shortcutsOn: 'Einzelne Tasten benutzen',
  language: 'Sprache',
  testSound: 'Testton',
  captionSize: 'Größe der Untertitel',
  captionSizes: { small: 'Klein', medium: 'Mittel', large: 'Groß' },
  captionPlace: 'Ort der Untertitel',
  captionPlaces: { bottom: 'Unter den Personen', top: 'Über den Personen' },
  talkingHint: 'Hinweis, wenn ich stumm spreche',
  talkingHintHelp:
    'Ihr Mikrofon bleibt dann auf diesem Gerät offen, während Sie stumm sind. Nichts davon wird gesendet.',
  otherTab: {
    title: 'Sie sind schon in diesem Meeting',
    help: 'Es ist in einem anderen Tab oder Fenster dieses Browsers offen. Zwei zugleich können ein Echo erzeugen.',
  },
  moveHere: 'Dort verlassen',
  inZone: (time) => `In der Zeitzone des Meetings: ${time}`,
  notices: {
    people_joined: (some) =>
      some.length > 3
        ? [`${some.length} Personen sind beigetreten`]
        : [...names(some), areSeveral(some) ? ' sind beigetreten' : ' ist beigetreten'],
    people_left: (some) =>
      some.length > 3
        ? [`${some.length} Personen sind gegangen`]
        : [...names(some), areSeveral(some) ? ' sind gegangen' : ' ist gegangen'],
    transcribed: 'Dieses Meeting wird mitgeschrieben.',
    reconnecting: 'Verbindung verloren. Sie wird wiederhergestellt.',
    reconnected: 'Sie sind wieder verbunden.',
    chat_from: (some) => [areSeveral(some) ? 'Nachrichten von ' : 'Nachricht von ', ...names(some)],
    hands_raised: (some) => [
      ...names(some),
      areSeveral(some) ? ' heben die Hand' : ' hebt die Hand',
    ],
    screens_shared: (some) => [
      ...names(some),
      areSeveral(some) ? ' teilen ihren Bildschirm' : ' teilt einen Bildschirm',
    ],
    screen_failed:
      'Ihr Bildschirm konnte nicht geteilt werden. ' +
      'Erlauben Sie diesem Browser die Bildschirmaufnahme in den Systemeinstellungen.',
    microphone_changed: 'Ihr Mikrofon wurde getrennt. Jetzt wird ein anderes benutzt.',
    camera_changed: 'Ihre Kamera wurde getrennt. Jetzt wird eine andere benutzt.',
    microphone_silent:
      'Ihr Mikrofon gibt keinen Ton. Prüfen Sie seinen Schalter und die Systemeinstellungen, ' +
      'oder wählen Sie in den Einstellungen ein anderes.',
    talking_muted: 'Sie sind stumm, scheinen aber zu sprechen.',
    microphone_interrupted:
      'Ihr Mikrofon wurde unterbrochen. Sie sind jetzt stumm: Schalten Sie es ein, wenn Sie so weit sind.',
  },
  leftTitle: 'Sie haben das Meeting verlassen',
  leftHelp: 'Sie können zurückkommen, solange es läuft.',
  rejoin: 'Wieder beitreten',
  endedTitle: 'Das Meeting ist zu Ende',
  endedHelp: 'Danke für Ihre Teilnahme. Sie können diese Seite schließen.',
  refusedTitle: 'Dieser Link ist ungültig oder das Meeting ist vorbei',
  closedHelp:
    'Während diese Seite offen war, ist das Meeting zu Ende gegangen oder der Link ' +
    'ungültig geworden. Fragen Sie, wer Ihnen den Link geschickt hat.',
  removedHelp:
    'Sie wurden aus dem Meeting entfernt, oder es ist nicht mehr offen. ' +
    'Fragen Sie, wer Ihnen den Link geschickt hat.',
  noLinkHelp:
    'Der geheime Teil des Links fehlt. ' +
    'Zum Schutz des Meetings steht er nicht in der Adresszeile: Öffnen Sie den Link aus ' +
    'Ihrer Einladung noch einmal.',
  refusedHelp: 'Prüfen Sie, ob Sie den ganzen Link geöffnet haben, oder bitten Sie um einen neuen.',
};

import { areSeveral, listNames } from '../sentence.ts';
import type { Messages } from './en.ts';

export const deHost: Messages['host'] = {
  host: 'Gastgeber',
  client: 'App',
  asks: 'Ein Gastgeber lässt Sie herein.',
  asked: 'Ein Gastgeber weiß, dass Sie da sind. Lassen Sie diese Seite offen.',
  waitForHost: 'Sie warten, bis ein Gastgeber Sie hereinlässt',
  needsHost: 'Das Meeting beginnt, wenn ein Gastgeber kommt',
  needsHostHelp: 'Lassen Sie diese Seite offen: Es geht von selbst weiter.',
  stopWaiting: 'Nicht mehr warten',
  declinedTitle: 'Ein Gastgeber hat Sie nicht hereingelassen',
  declinedHelp: 'Fragen Sie, wer Sie eingeladen hat.',
  removedTitle: 'Ein Gastgeber hat Sie aus diesem Meeting entfernt',
  removedHelp: 'Fragen Sie, wer Sie eingeladen hat.',
  waitingToJoin: 'Warten auf Einlass',
  admit: 'Einlassen',
  decline: 'Ablehnen',
  admitName: (name) => `${name} einlassen`,
  declineName: (name) => `${name} ablehnen`,
  admitEveryone: 'Alle einlassen',
  muteEveryone: 'Alle stummschalten',
  lock: 'Meeting sperren',
  unlock: 'Meeting entsperren',
  locked: 'Gesperrt',
  chatOff: 'Chat ist aus',
  unlockedTitle: 'Das Meeting ist jetzt offen',
  unlockedHelp: 'Sie können teilnehmen.',
  end: 'Meeting für alle beenden',
  endTitle: 'Meeting für alle beenden?',
  endHelp: 'Alle verlassen das Meeting, und niemand kommt mehr herein.',
  optionsFor: (name) => `Weitere Optionen für ${name}`,
  mute: 'Mikrofon stummschalten',
  stopScreen: 'Bildschirmfreigabe beenden',
  makeHost: 'Zum Gastgeber machen',
  makeGuest: 'Zum Gast machen',
  remove: 'Aus dem Meeting entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeHelp:
    'Die Person geht sofort. Damit sie nicht über denselben Link zurückkommt, sperren Sie das Meeting.',
  cancel: 'Abbrechen',
  consent: {
    question: 'Darf mitgeschrieben werden, was Sie sagen?',
    yes: 'Ja',
    no: 'Nein',
    help:
      'Bei Ja wird es zu Text, den der Veranstalter lesen kann. ' +
      'Sie können das jederzeit in den Einstellungen ändern.',
    missing: 'Wählen Sie, ob mitgeschrieben werden darf.',
    switch: 'Mitschreiben, was ich sage',
    declined: 'Wird nicht mitgeschrieben',
    exceptYou: 'Mitschrift ohne Ihre Worte',
  },
  people_waiting: (names) =>
    names.length > 3
      ? [`${names.length} Personen warten auf Einlass`]
      : [
          ...listNames('de', names, 'Gast'),
          areSeveral(names) ? ' warten auf Einlass' : ' wartet auf Einlass',
        ],
  made_host: 'Sie sind jetzt Gastgeber.',
  made_guest: 'Sie sind nicht mehr Gastgeber.',
  muted_by_host:
    'Ein Gastgeber hat Sie stummgeschaltet. Sie können das Mikrofon wieder einschalten, wenn Sie sprechen möchten.',
  camera_off_by_host: 'Ein Gastgeber hat Ihre Kamera ausgeschaltet.',
  screen_stopped_by_host: 'Ein Gastgeber hat Ihre Bildschirmfreigabe beendet.',
  locked_by_host: 'Ein Gastgeber hat das für Sie ausgeschaltet.',
  host_action_failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
};

import { areSeveral, listNames } from '../sentence.ts';
import type { Messages } from './en.ts';

export const frHost: Messages['host'] = {
  host: 'Hôte',
  client: 'Application',
  asks: 'Un hôte vous fait entrer.',
  asked: 'Un hôte sait que vous êtes là. Laissez cette page ouverte.',
  waitForHost: 'En attente d’un hôte qui vous fera entrer',
  needsHost: 'La réunion commence à l’arrivée d’un hôte',
  needsHostHelp: 'Laissez cette page ouverte\u00a0: elle continue d’elle-même.',
  stopWaiting: 'Ne plus attendre',
  declinedTitle: 'Un hôte ne vous a pas fait entrer',
  declinedHelp: 'Demandez à la personne qui vous a invité.',
  removedTitle: 'Un hôte vous a exclu de cette réunion',
  removedHelp: 'Demandez à la personne qui vous a invité.',
  waitingToJoin: 'En attente',
  admit: 'Faire entrer',
  decline: 'Refuser',
  admitName: (name) => `Faire entrer ${name}`,
  declineName: (name) => `Refuser ${name}`,
  admitEveryone: 'Faire entrer tout le monde',
  muteEveryone: 'Couper tous les micros',
  lock: 'Verrouiller la réunion',
  unlock: 'Déverrouiller la réunion',
  locked: 'Verrouillée',
  chatOff: 'Discussion désactivée',
  unlockedTitle: 'La réunion est maintenant ouverte',
  unlockedHelp: 'Vous pouvez la rejoindre.',
  end: 'Terminer la réunion pour tous',
  endTitle: 'Terminer la réunion pour tous\u00a0?',
  endHelp: 'Tout le monde quitte la réunion, et personne ne peut plus y entrer.',
  optionsFor: (name) => `Plus d’options pour ${name}`,
  mute: 'Couper le micro',
  stopScreen: 'Arrêter le partage d’écran',
  makeHost: 'Nommer hôte',
  makeGuest: 'Nommer invité',
  remove: 'Exclure de la réunion',
  removeTitle: (name) => `Exclure ${name}\u00a0?`,
  removeHelp:
    'La personne sort aussitôt. Pour qu’elle ne revienne pas par le même lien, verrouillez la réunion.',
  cancel: 'Annuler',
  consent: {
    question: 'Ce que vous dites peut-il être transcrit\u00a0?',
    yes: 'Oui',
    no: 'Non',
    help:
      'Si oui, cela devient un texte que l’organisateur peut lire. ' +
      'Vous pouvez changer cela à tout moment dans les réglages.',
    missing: 'Choisissez si vous pouvez être transcrit.',
    switch: 'Transcrire ce que je dis',
    declined: 'Non transcrit',
    exceptYou: 'Transcrite sans vos paroles',
  },
  people_waiting: (names) =>
    names.length > 3
      ? [`${names.length} personnes attendent d’entrer`]
      : [
          ...listNames('fr', names, 'Invité'),
          areSeveral(names) ? ' attendent d’entrer' : ' attend d’entrer',
        ],
  made_host: 'Vous êtes maintenant hôte.',
  made_guest: 'Vous n’êtes plus hôte.',
  muted_by_host: 'Un hôte a coupé votre micro. Vous pouvez le rallumer pour parler.',
  camera_off_by_host: 'Un hôte a coupé votre caméra.',
  screen_stopped_by_host: 'Un hôte a arrêté votre partage d’écran.',
  locked_by_host: 'Un hôte a désactivé cela pour vous.',
  host_action_failed: 'Cela n’a pas fonctionné. Réessayez.',
};

import { frHost } from './fr-host.ts';
import type { SessionError } from '../../session/session-types.ts';
import type { Messages } from './en.ts';
import { deviceErrorMessages, localMessages } from '../local-messages.ts';
import { frSessionError } from './fr-errors.ts';
import { areSeveral, listNames } from '../sentence.ts';

const names = (some: readonly string[]) => listNames('fr', some, 'Invité');

export const fr: Messages = {
  host: frHost,
  ...localMessages('fr'),
  ...deviceErrorMessages(
    { microphone: 'Micro', camera: 'Caméra', both: 'Micro et caméra', colon: '\u00a0: ' },
    {
      insecure_page: [
        'page sécurisée requise',
        'Les navigateurs ne l’autorisent que sur les adresses https. ' +
          'Demandez à la personne qui vous a envoyé le lien.',
      ],
      old_browser: [
        'non pris en charge par ce navigateur',
        'Ouvrez le lien dans un Chrome, Edge, Firefox ou Safari récent.',
      ],
      denied: [
        'non autorisé pour cette page',
        'Autorisez l’accès dans les réglages du site, près de l’adresse, puis réessayez.',
      ],
      denied_by_frame: [
        'non autorisé par le site qui affiche la réunion',
        'Adressez-vous au responsable de ce site, ou ouvrez le lien de la réunion dans un onglet à part.',
      ],
      denied_by_system: [
        'bloqué par le système',
        'Autorisez ce navigateur dans les réglages de confidentialité de votre appareil, puis réessayez.',
      ],
      not_answered: ['votre navigateur demande l’accès', 'Réessayez et choisissez Autoriser.'],
      missing: [
        'introuvable',
        'Branchez un appareil et réessayez. Vous pouvez aussi participer sans.',
      ],
      busy: [
        'utilisé par une autre application',
        'Fermez cette application ou cet onglet, puis réessayez.',
      ],
      unknown: ['ne démarre pas', 'Réessayez, ou choisissez un autre appareil.'],
    },
  ),
  sessionError: (error: SessionError) => frSessionError[error],
  opening: 'Ouverture de la réunion',
  guest: 'Invité',
  you: 'Vous',
  meetingStarted: 'La réunion est en cours',
  meetingNotStarted: 'Personne n’est encore là',
  transcribedTitle: 'Cette réunion est transcrite.',
  transcribedHelp: 'Ce que vous dites devient un texte que l’organisateur peut lire.',
  transcribedShort: 'Transcrite',
  notTranscribed: 'Non transcrite',
  yourName: 'Votre nom',
  namePlaceholder: 'Comme les autres vous verront',
  nameMissing: 'Saisissez votre nom pour rejoindre.',
  join: 'Rejoindre la réunion',
  joining: 'Connexion',
  tryAgain: 'Réessayer',
  checkConnection: 'Vérifier votre connexion',
  microphone: 'Micro',
  camera: 'Caméra',
  speaker: 'Haut-parleur',
  systemDefault: 'Par défaut',
  cameraOff: 'La caméra est coupée',
  cameraStarting: 'Démarrage de la caméra',
  cameraAsk: 'Si votre navigateur le demande, choisissez Autoriser.',
  microphoneOff: 'Vous entrez micro coupé',
  microphoneStarting: 'Démarrage du micro',
  microphoneOn: 'Le micro est activé',
  muteMicrophone: 'Couper le micro',
  unmuteMicrophone: 'Activer le micro',
  turnCameraOn: 'Activer la caméra',
  turnCameraOff: 'Couper la caméra',
  showCaptions: 'Afficher les sous-titres',
  hideCaptions: 'Masquer les sous-titres',
  captions: 'Sous-titres',
  captionsWait: 'Les sous-titres apparaissent ici quand quelqu’un parle.',
  captionsNone: 'Cette réunion n’est pas transcrite\u00a0: elle n’a pas de sous-titres.',
  people: 'Participants',
  peopleList: 'Participants à la réunion',
  settings: 'Réglages',
  leave: 'Quitter la réunion',
  leaveSharing: {
    title: 'Partir pendant que vous partagez votre écran\u00a0?',
    help: 'Les autres ne le verront plus.',
    stay: 'Rester',
    leave: 'Arrêter le partage et partir',
  },
  closePanel: 'Fermer le panneau',
  controls: 'Commandes de la réunion',
  participants: 'Participants',
  inFront: 'Au premier plan',
  morePeople: (count) => `${count} de plus`,
  muted: 'Micro coupé',
  speaking: 'Parle',
  connection: { poor: 'Connexion faible', lost: 'Connexion perdue' },
  alone: 'Vous êtes seul ici',
  aloneHelp: 'Les autres apparaissent dès leur arrivée.',
  soundBlocked: 'Votre navigateur bloque le son.',
  startSound: 'Activer le son',
  reconnectingTitle: 'Connexion perdue. Rétablissement en cours.',
  offlineTitle:
    'La réunion est injoignable. Vérifiez votre connexion internet\u00a0: cette page se reconnecte d’elle-même.',
  chat: 'Discussion',
  openChat: 'Ouvrir la discussion',
  closeChat: 'Fermer la discussion',
  unread: (count) => (count === 1 ? '1 message non lu' : `${count} messages non lus`),
  chatMessages: 'Messages',
  chatEmpty: 'Toutes les personnes présentes voient ce que vous écrivez. Rien n’est conservé.',
  message: 'Message',
  sendMessage: 'Envoyer le message',
  chatError: {
    too_fast: 'Vous écrivez très vite. Attendez un instant, puis renvoyez.',
    too_long: 'Non envoyé\u00a0: trop long pour un seul message. Envoyez-le en plusieurs fois.',
    failed: 'Non envoyé\u00a0: la connexion est coupée. Renvoyez à son retour.',
  },
  raiseHand: 'Lever la main',
  lowerHand: 'Baisser la main',
  handRaised: 'Main levée',
  handPlace: (place) => `Main levée, numéro ${place} dans la file`,
  react: 'Envoyer une réaction',
  reactions: {
    thumbs_up: 'Pouce levé',
    heart: 'Cœur',
    laugh: 'Rire',
    celebrate: 'Bravo',
    thumbs_down: 'Pouce baissé',
    pause: 'J’ai besoin d’une pause',
  },
  shareScreen: 'Partager l’écran',
  stopSharing: 'Arrêter le partage',
  sharing: 'Partage un écran',
  screenOf: (name) => `Écran de ${name}`,
  yourScreen: 'Votre écran',
  screenComing: 'L’écran apparaît dans un instant',
  notShownAudioOnly: 'Non affiché\u00a0: audio seul',
  pin: (what) => `Épingler ${what}`,
  unpin: (what) => `Désépingler ${what}`,
  more: 'Autres actions',
  speakerView: 'Vue intervenant',
  gridView: 'Vue grille',
  fullScreen: 'Plein écran',
  leaveFullScreen: 'Quitter le plein écran',
  pictureInPicture: 'Image dans l’image',
  audioOnly: 'Audio seul, économise les données',
  videoAgain: 'Réafficher la vidéo',
  shortcuts: 'Raccourcis clavier',
  shortcutNames: {
    microphone: 'Activer ou couper le micro',
    camera: 'Activer ou couper la caméra',
    share: 'Partager l’écran ou arrêter',
    hand: 'Lever ou baisser la main',
    captions: 'Afficher ou masquer les sous-titres',
    chat: 'Discussion',
    people: 'Participants',
    view: 'Grille ou intervenant',
    fullScreen: 'Plein écran',
    help: 'Cette liste',
  },
  shortcutsHelp: 'Les touches simples agissent tant que vous n’écrivez pas.',
  shortcutsOn: 'Utiliser les touches simples',
  language: 'Langue',
  testSound: 'Tester le son',
  captionSize: 'Taille des sous-titres',
  captionSizes: { small: 'Petite', medium: 'Moyenne', large: 'Grande' },
  captionPlace: 'Position des sous-titres',
  captionPlaces: { bottom: 'Sous les participants', top: 'Au-dessus des participants' },
  talkingHint: 'Me prévenir si je parle micro coupé',
  talkingHintHelp:
    'Votre micro reste alors ouvert sur cet appareil quand il est coupé. Rien n’en est envoyé.',
  otherTab: {
    title: 'Vous êtes déjà dans cette réunion',
    help: 'Un autre onglet ou une autre fenêtre de ce navigateur y est. Deux à la fois peuvent créer un écho.',
  },
  moveHere: 'Quitter là-bas',
  inZone: (time) => `Dans le fuseau horaire de la réunion\u00a0: ${time}`,
  notices: {
    people_joined: (some) =>
      some.length > 3
        ? [`${some.length} personnes sont arrivées`]
        : [...names(some), areSeveral(some) ? ' ont rejoint la réunion' : ' a rejoint la réunion'],
    people_left: (some) =>
      some.length > 3
        ? [`${some.length} personnes sont parties`]
        : [...names(some), areSeveral(some) ? ' ont quitté la réunion' : ' a quitté la réunion'],
    transcribed: 'Cette réunion est transcrite.',
    reconnecting: 'Connexion perdue. Elle est en cours de rétablissement.',
    reconnected: 'Vous êtes de nouveau connecté.',
    chat_from: (some) => [areSeveral(some) ? 'Messages de ' : 'Message de ', ...names(some)],
    hands_raised: (some) => [
      ...names(some),
      areSeveral(some) ? ' lèvent la main' : ' lève la main',
    ],
    screens_shared: (some) => [
      ...names(some),
      areSeveral(some) ? ' partagent leur écran' : ' partage un écran',
    ],
    screen_failed:
      'Votre écran n’a pas pu être partagé. ' +
      'Autorisez ce navigateur à enregistrer l’écran dans les réglages du système.',
    microphone_changed: 'Votre micro a été débranché. Un autre est utilisé.',
    camera_changed: 'Votre caméra a été débranchée. Une autre est utilisée.',
    microphone_silent:
      'Votre micro ne donne aucun son. Vérifiez son interrupteur et les réglages du système, ' +
      'ou choisissez-en un autre dans Réglages.',
    talking_muted: 'Votre micro est coupé, mais vous semblez parler.',
    microphone_interrupted:
      'Votre micro a été interrompu. Il est maintenant coupé\u00a0: activez-le quand vous êtes prêt.',
  },
  leftTitle: 'Vous avez quitté la réunion',
  leftHelp: 'Vous pouvez revenir tant qu’elle dure.',
  rejoin: 'Revenir',
  endedTitle: 'La réunion est terminée',
  endedHelp: 'Merci de votre participation. Vous pouvez fermer cette page.',
  refusedTitle: 'Ce lien n’est pas valable ou la réunion est terminée',
  closedHelp:
    'La réunion s’est terminée, ou le lien a cessé d’être valable, pendant que cette page était ' +
    'ouverte. Demandez à la personne qui vous a envoyé le lien.',
  removedHelp:
    'Vous avez été retiré de la réunion, ou elle n’est plus ouverte. ' +
    'Demandez à la personne qui vous a envoyé le lien.',
  noLinkHelp:
    'La partie secrète du lien manque. ' +
    'Pour protéger la réunion, la barre d’adresse ne l’affiche pas\u00a0: ouvrez à ' +
    'nouveau le lien de votre invitation.',
  refusedHelp: 'Vérifiez que vous avez ouvert le lien entier, ou demandez-en un nouveau.',
};

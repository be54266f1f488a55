import type { SessionError } from '../../session/session-types.ts';

export const frSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: 'La réunion est injoignable',
    help: 'Vérifiez votre connexion internet, puis réessayez.',
  },
  unavailable: { title: 'Le service est surchargé', help: 'Patientez un instant, puis réessayez.' },
  media_unreachable: {
    title: 'Le son et l’image n’ont pas pu se connecter',
    help:
      'Votre réseau affiche cette page, mais pas la connexion de la réunion (WebSocket). ' +
      'Un proxy ou un VPN gêne peut-être. Réessayez, ou changez de réseau.',
  },
  media_blocked: {
    title: 'Le son et l’image n’ont pas pu se connecter',
    help:
      'Votre réseau laisse passer cette page, mais ni le son ni l’image, que ce soit par UDP ou par ' +
      'TCP. Coupez votre VPN, changez de réseau ou demandez à qui gère le pare-feu.',
  },
  locked: {
    title: 'La réunion est verrouillée',
    help: 'Personne d’autre n’est admis pour le moment. Réessayez quand elle sera rouverte.',
  },
  full: {
    title: 'La réunion est complète',
    help: 'Il n’y a plus de place. Réessayez quand quelqu’un sera parti.',
  },
  name_refused: { title: 'Ce nom ne peut pas être utilisé', help: 'Saisissez un autre nom.' },
  taken_over: {
    title: 'Vous avez rejoint depuis un autre endroit',
    help:
      'Un autre onglet, une autre fenêtre ou un autre appareil est maintenant dans la réunion. ' +
      'Quittez-la là-bas avant de revenir ici.',
  },
  old_browser: {
    title: 'Ce navigateur est trop ancien',
    help: 'Ouvrez le lien dans une version récente de Chrome, Edge, Firefox ou Safari.',
  },
  page_failed: {
    title: 'Cette page ne fonctionne plus',
    help:
      'Vous n’y êtes pour rien. Réessayez\u00a0; si cela n’aide pas, ouvrez à nouveau le lien de ' +
      'votre invitation.',
  },
  lost: {
    title: 'La connexion est perdue',
    help: 'Elle n’est pas revenue d’elle-même. Vérifiez votre connexion internet, puis revenez.',
  },
};

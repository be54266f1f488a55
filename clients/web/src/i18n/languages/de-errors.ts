import type { SessionError } from '../../session/session-types.ts';

export const deSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: 'Das Meeting ist nicht erreichbar',
    help: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  },
  unavailable: {
    title: 'Der Dienst ist ausgelastet',
    help: 'Warten Sie einen Moment und versuchen Sie es erneut.',
  },
  media_unreachable: {
    title: 'Ton und Bild konnten nicht verbunden werden',
    help:
      'Ihr Netz zeigt diese Seite, lässt aber die Verbindung zum Meeting (WebSocket) nicht zu. ' +
      'Vielleicht stört ein Proxy oder ein VPN. Versuchen Sie es erneut oder in einem anderen Netz.',
  },
  media_blocked: {
    title: 'Ton und Bild konnten nicht verbunden werden',
    help:
      'Ihr Netz lässt diese Seite durch, Ton und Bild aber weder über UDP noch über TCP. ' +
      'Schalten Sie Ihr VPN aus, nehmen Sie ein anderes Netz oder fragen Sie, wer die Firewall ' +
      'betreut.',
  },
  locked: {
    title: 'Das Meeting ist gesperrt',
    help: 'Zurzeit wird niemand mehr eingelassen. Versuchen Sie es erneut, wenn es wieder offen ist.',
  },
  full: {
    title: 'Das Meeting ist voll',
    help: 'Es ist kein Platz mehr frei. Versuchen Sie es erneut, wenn jemand gegangen ist.',
  },
  name_refused: { title: 'Dieser Name geht nicht', help: 'Geben Sie einen anderen Namen ein.' },
  taken_over: {
    title: 'Sie sind an anderer Stelle beigetreten',
    help:
      'Ein anderer Tab, ein anderes Fenster oder Gerät von Ihnen ist jetzt im Meeting. ' +
      'Verlassen Sie es dort, bevor Sie hierher zurückkehren.',
  },
  old_browser: {
    title: 'Dieser Browser ist zu alt',
    help: 'Öffnen Sie den Link in einem aktuellen Chrome, Edge, Firefox oder Safari.',
  },
  page_failed: {
    title: 'Diese Seite funktioniert nicht mehr',
    help:
      'Sie haben nichts falsch gemacht. ' +
      'Versuchen Sie es erneut; hilft das nicht, öffnen Sie den Link aus Ihrer Einladung neu.',
  },
  lost: {
    title: 'Die Verbindung ist abgebrochen',
    help: 'Sie kam nicht von selbst zurück. Prüfen Sie Ihre Internetverbindung und treten Sie erneut bei.',
  },
};

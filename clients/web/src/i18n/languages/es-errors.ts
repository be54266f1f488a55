import type { SessionError } from '../../session/session-types.ts';

export const esSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: 'No se puede acceder a la reunión',
    help: 'Compruebe su conexión a internet y vuelva a intentarlo.',
  },
  unavailable: {
    title: 'El servicio está ocupado',
    help: 'Espere un momento y vuelva a intentarlo.',
  },
  media_unreachable: {
    title: 'No se pudo conectar el sonido ni el vídeo',
    help:
      'Su red muestra esta página, pero no deja pasar la conexión de la reunión (WebSocket). ' +
      'Puede que lo impida un proxy o una VPN. Vuelva a intentarlo o use otra red.',
  },
  media_blocked: {
    title: 'No se pudo conectar el sonido ni el vídeo',
    help:
      'Su red deja pasar esta página, pero no el sonido ni el vídeo, ni por UDP ni por TCP. ' +
      'Desactive su VPN, use otra red o pregunte a quien administra el cortafuegos.',
  },
  locked: {
    title: 'La reunión está bloqueada',
    help: 'Por ahora no se admite a nadie más. Inténtelo de nuevo cuando vuelva a abrirse.',
  },
  full: {
    title: 'La reunión está llena',
    help: 'No queda sitio. Vuelva a intentarlo cuando alguien haya salido.',
  },
  name_refused: { title: 'Este nombre no se puede usar', help: 'Escriba otro nombre.' },
  taken_over: {
    title: 'Ha entrado desde otro lugar',
    help:
      'Otra pestaña, ventana o dispositivo suyo está ahora en la reunión. ' +
      'Salga allí antes de volver aquí.',
  },
  old_browser: {
    title: 'Este navegador es demasiado antiguo',
    help: 'Abra el enlace en una versión actual de Chrome, Edge, Firefox o Safari.',
  },
  page_failed: {
    title: 'Esta página ha dejado de funcionar',
    help: 'No es culpa suya. Vuelva a intentarlo; si no sirve, abra de nuevo el enlace de su invitación.',
  },
  lost: {
    title: 'Se perdió la conexión',
    help: 'No volvió por sí sola. Compruebe su conexión a internet y entre de nuevo.',
  },
};

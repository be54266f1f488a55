import { esHost } from './es-host.ts';
import type { SessionError } from '../../session/session-types.ts';
import type { Messages } from './en.ts';
import { deviceErrorMessages, localMessages } from '../local-messages.ts';
import { esSessionError } from './es-errors.ts';
import { areSeveral, listNames } from '../sentence.ts';

const names = (some: readonly string[]) => listNames('es', some, 'Invitado');

export const es: Messages = {
  host: esHost,
  ...localMessages('es'),
  ...deviceErrorMessages(
    { microphone: 'Micrófono', camera: 'Cámara', both: 'Micrófono y cámara' },
    {
      insecure_page: [
        'hace falta una página segura',
        'Los navegadores solo lo permiten en direcciones https. Pregunte a quien le envió el enlace.',
      ],
      old_browser: [
        'no disponible en este navegador',
        'Abra el enlace en una versión actual de Chrome, Edge, Firefox o Safari.',
      ],
      denied: [
        'sin permiso en esta página',
        'Permítalo en los ajustes del sitio, junto a la dirección, y vuelva a intentarlo.',
      ],
      denied_by_frame: [
        'sin permiso del sitio que muestra la reunión',
        'Consulte a quien administra ese sitio o abra el enlace de la reunión en una pestaña aparte.',
      ],
      denied_by_system: [
        'bloqueo del sistema',
        'Permita el acceso a este navegador en los ajustes de privacidad de su dispositivo y ' +
          'vuelva a intentarlo.',
      ],
      not_answered: ['su navegador pide permiso', 'Vuelva a intentarlo y elija Permitir.'],
      missing: [
        'no se encuentra',
        'Conecte un dispositivo y vuelva a intentarlo. También puede participar sin él.',
      ],
      busy: [
        'en uso por otra aplicación',
        'Cierre esa aplicación o pestaña y vuelva a intentarlo.',
      ],
      unknown: ['no se pudo iniciar', 'Vuelva a intentarlo o elija otro dispositivo.'],
    },
  ),
  sessionError: (error: SessionError) => esSessionError[error],
  opening: 'Abriendo la reunión',
  guest: 'Invitado',
  you: 'Usted',
  meetingStarted: 'La reunión está en curso',
  meetingNotStarted: 'Todavía no hay nadie',
  transcribedTitle: 'Esta reunión se transcribe.',
  transcribedHelp: 'Lo que usted diga será texto que el organizador puede leer.',
  transcribedShort: 'Se transcribe',
  notTranscribed: 'No se transcribe',
  yourName: 'Su nombre',
  namePlaceholder: 'Así le verán los demás',
  nameMissing: 'Escriba su nombre para entrar.',
  join: 'Entrar en la reunión',
  joining: 'Entrando',
  tryAgain: 'Volver a intentar',
  checkConnection: 'Comprobar su conexión',
  microphone: 'Micrófono',
  camera: 'Cámara',
  speaker: 'Altavoz',
  systemDefault: 'Predeterminado',
  cameraOff: 'La cámara está apagada',
  cameraStarting: 'Iniciando la cámara',
  cameraAsk: 'Si su navegador pregunta, elija Permitir.',
  microphoneOff: 'Entrará en silencio',
  microphoneStarting: 'Iniciando el micrófono',
  microphoneOn: 'El micrófono está activado',
  muteMicrophone: 'Silenciar micrófono',
  unmuteMicrophone: 'Activar micrófono',
  turnCameraOn: 'Encender cámara',
  turnCameraOff: 'Apagar cámara',
  showCaptions: 'Mostrar subtítulos',
  hideCaptions: 'Ocultar subtítulos',
  captions: 'Subtítulos',
  captionsWait: 'Los subtítulos aparecen aquí cuando alguien habla.',
  captionsNone: 'Esta reunión no se transcribe y no tiene subtítulos.',
  people: 'Personas',
  peopleList: 'Personas en la reunión',
  settings: 'Ajustes',
  leave: 'Salir de la reunión',
  leaveSharing: {
    title: '¿Salir mientras comparte la pantalla?',
    help: 'Los demás dejarán de verla.',
    stay: 'Quedarse',
    leave: 'Dejar de compartir y salir',
  },
  closePanel: 'Cerrar panel',
  controls: 'Controles de la reunión',
  participants: 'Participantes',
  inFront: 'En primer plano',
  morePeople: (count) => `${count} más`,
  muted: 'En silencio',
  speaking: 'Habla',
  connection: { poor: 'Conexión débil', lost: 'Conexión perdida' },
  alone: 'Solo está usted',
  aloneHelp: 'Los demás aparecen en cuanto entran.',
  soundBlocked: 'Su navegador bloquea el sonido.',
  startSound: 'Activar el sonido',
  reconnectingTitle: 'Conexión perdida. Se está restableciendo.',
  offlineTitle:
    'No se puede acceder a la reunión. Compruebe su conexión a internet: esta página se reconectará sola.',
  chat: 'Chat',
  openChat: 'Abrir chat',
  closeChat: 'Cerrar chat',
  unread: (count) => (count === 1 ? '1 mensaje sin leer' : `${count} mensajes sin leer`),
  chatMessages: 'Mensajes del chat',
  chatEmpty: 'Todos los presentes ven lo que usted escribe. Nada se guarda.',
  message: 'Mensaje',
  sendMessage: 'Enviar mensaje',
  chatError: {
    too_fast: 'Escribe muy deprisa. Espere un momento y envíelo de nuevo.',
    too_long: 'No enviado: es demasiado largo para un mensaje. Envíelo por partes.',
    failed: 'No enviado: no hay conexión. Envíelo de nuevo cuando vuelva.',
  },
  raiseHand: 'Levantar la mano',
  lowerHand: 'Bajar la mano',
  handRaised: 'Mano levantada',
  handPlace: (place) => `Mano levantada, número ${place} en la cola`,
  react: 'Enviar una reacción',
  reactions: {
    thumbs_up: 'Pulgar arriba',
    heart: 'Corazón',
    laugh: 'Risa',
    celebrate: 'Celebrar',
    thumbs_down: 'Pulgar abajo',
    pause: 'Necesito una pausa',
  },
  shareScreen: 'Compartir pantalla',
  stopSharing: 'Dejar de compartir',
  sharing: 'Comparte una pantalla',
  screenOf: (name) => `Pantalla de ${name}`,
  yourScreen: 'Su pantalla',
  screenComing: 'La pantalla aparece en un momento',
  notShownAudioOnly: 'No se muestra: solo audio',
  pin: (what) => `Fijar ${what}`,
  unpin: (what) => `Soltar ${what}`,
  more: 'Más acciones',
  speakerView: 'Vista de orador',
  gridView: 'Vista de cuadrícula',
  fullScreen: 'Pantalla completa',
  leaveFullScreen: 'Salir de pantalla completa',
  pictureInPicture: 'Imagen en imagen',
  audioOnly: 'Solo audio, ahorra datos',
  videoAgain: 'Volver a mostrar vídeo',
  shortcuts: 'Atajos de teclado',
  shortcutNames: {
    microphone: 'Activar o silenciar el micrófono',
    camera: 'Encender o apagar la cámara',
    share: 'Compartir pantalla o dejarlo',
    hand: 'Levantar o bajar la mano',
    captions: 'Mostrar u ocultar subtítulos',
    chat: 'Chat',
    people: 'Personas',
    view: 'Cuadrícula u orador',
    fullScreen: 'Pantalla completa',
    help: 'Esta lista',
  },
  shortcutsHelp: 'Las teclas sueltas funcionan mientras no se escribe.',
  shortcutsOn: 'Usar teclas sueltas',
  language: 'Idioma',
  testSound: 'Probar sonido',
  captionSize: 'Tamaño de los subtítulos',
  captionSizes: { small: 'Pequeño', medium: 'Mediano', large: 'Grande' },
  captionPlace: 'Posición de los subtítulos',
  captionPlaces: { bottom: 'Debajo de las personas', top: 'Encima de las personas' },
  talkingHint: 'Avisarme si hablo en silencio',
  talkingHintHelp:
    'Su micrófono queda abierto en este dispositivo mientras está en silencio. No se envía nada.',
  otherTab: {
    title: 'Ya está en esta reunión',
    help: 'Otra pestaña o ventana de este navegador está en ella. Dos a la vez pueden producir eco.',
  },
  moveHere: 'Salir de allí',
  inZone: (time) => `En la zona horaria de la reunión: ${time}`,
  notices: {
    people_joined: (some) =>
      some.length > 3
        ? [`Entraron ${some.length} personas`]
        : [...names(some), areSeveral(some) ? ' entraron' : ' entró'],
    people_left: (some) =>
      some.length > 3
        ? [`Salieron ${some.length} personas`]
        : [...names(some), areSeveral(some) ? ' salieron' : ' salió'],
    transcribed: 'Esta reunión se transcribe.',
    reconnecting: 'Conexión perdida. Se está restableciendo.',
    reconnected: 'Vuelve a estar conectado.',
    chat_from: (some) => [areSeveral(some) ? 'Mensajes de ' : 'Mensaje de ', ...names(some)],
    hands_raised: (some) => [
      ...names(some),
      areSeveral(some) ? ' levantan la mano' : ' levanta la mano',
    ],
    screens_shared: (some) => [
      ...names(some),
      areSeveral(some) ? ' comparten su pantalla' : ' comparte una pantalla',
    ],
    screen_failed:
      'No se pudo compartir su pantalla. ' +
      'Permita a este navegador grabar la pantalla en los ajustes del sistema.',
    microphone_changed: 'Se desconectó su micrófono. Ahora se usa otro.',
    camera_changed: 'Se desconectó su cámara. Ahora se usa otra.',
    microphone_silent:
      'Su micrófono no da ningún sonido. ' +
      'Revise su interruptor y los ajustes del sistema, o elija otro en Ajustes.',
    talking_muted: 'Está en silencio, pero parece que habla.',
    microphone_interrupted:
      'Su micrófono se interrumpió. Ahora está en silencio: actívelo cuando quiera.',
  },
  leftTitle: 'Ha salido de la reunión',
  leftHelp: 'Puede volver mientras dure.',
  rejoin: 'Volver a entrar',
  endedTitle: 'La reunión ha terminado',
  endedHelp: 'Gracias por participar. Puede cerrar esta página.',
  refusedTitle: 'Este enlace no es válido o la reunión ha terminado',
  closedHelp:
    'La reunión terminó, o el enlace dejó de ser válido, mientras esta página estaba abierta. ' +
    'Pregunte a quien le envió el enlace.',
  removedHelp:
    'Le han sacado de la reunión, o ya no está abierta. Pregunte a quien le envió el enlace.',
  noLinkHelp:
    'Falta la parte secreta del enlace. ' +
    'Para proteger la reunión, la barra de direcciones no la muestra: abra de nuevo el enlace ' +
    'de su invitación.',
  refusedHelp: 'Compruebe que abrió el enlace completo o pida uno nuevo.',
};

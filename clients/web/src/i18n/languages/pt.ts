import { ptHost } from './pt-host.ts';
import type { SessionError } from '../../session/session-types.ts';
import type { Messages } from './en.ts';
import { deviceErrorMessages, localMessages } from '../local-messages.ts';
import { ptSessionError } from './pt-errors.ts';
import { areSeveral, listNames } from '../sentence.ts';

const names = (some: readonly string[]) => listNames('pt', some, 'Convidado');

export const pt: Messages = {
  host: ptHost,
  ...localMessages('pt'),
  ...deviceErrorMessages(
    { microphone: 'Microfone', camera: 'Câmara', both: 'Microfone e câmara' },
    {
      insecure_page: [
        'é precisa uma página segura',
        'Os navegadores só o permitem em endereços https. Pergunte a quem lhe enviou o link.',
      ],
      old_browser: [
        'não disponível neste navegador',
        'Abra o link numa versão atual do Chrome, Edge, Firefox ou Safari.',
      ],
      denied: [
        'sem permissão nesta página',
        'Permita o acesso nas definições do site, junto ao endereço, e tente de novo.',
      ],
      denied_by_frame: [
        'sem permissão do site que mostra a reunião',
        'Fale com quem gere esse site ou abra o link da reunião num separador à parte.',
      ],
      denied_by_system: [
        'bloqueio do sistema',
        'Permita o acesso a este navegador nas definições de privacidade do dispositivo e tente de novo.',
      ],
      not_answered: ['o navegador pede permissão', 'Tente de novo e escolha Permitir.'],
      missing: [
        'não foi encontrado nenhum dispositivo',
        'Ligue um e tente de novo. Também pode participar sem ele.',
      ],
      busy: [
        'em uso por outra aplicação',
        'Feche essa aplicação ou esse separador e tente de novo.',
      ],
      unknown: ['não foi possível iniciar', 'Tente de novo ou escolha outro dispositivo.'],
    },
  ),
  sessionError: (error: SessionError) => ptSessionError[error],
  opening: 'A abrir a reunião',
  guest: 'Convidado',
  you: 'Você',
  meetingStarted: 'A reunião está a decorrer',
  meetingNotStarted: 'Ainda não está ninguém',
  transcribedTitle: 'Esta reunião é transcrita.',
  transcribedHelp: 'O que disser torna-se texto que o organizador pode ler.',
  transcribedShort: 'Transcrita',
  notTranscribed: 'Não transcrita',
  yourName: 'O seu nome',
  namePlaceholder: 'Como os outros o veem',
  nameMissing: 'Escreva o seu nome para entrar.',
  join: 'Entrar na reunião',
  joining: 'A entrar',
  tryAgain: 'Tentar de novo',
  checkConnection: 'Verificar a sua ligação',
  microphone: 'Microfone',
  camera: 'Câmara',
  speaker: 'Altifalante',
  systemDefault: 'Predefinição do sistema',
  cameraOff: 'A câmara está desligada',
  cameraStarting: 'A iniciar a câmara',
  cameraAsk: 'Se o navegador perguntar, escolha Permitir.',
  microphoneOff: 'Entra sem som',
  microphoneStarting: 'A iniciar o microfone',
  microphoneOn: 'O microfone está ligado',
  muteMicrophone: 'Silenciar microfone',
  unmuteMicrophone: 'Ligar o microfone',
  turnCameraOn: 'Ligar a câmara',
  turnCameraOff: 'Desligar a câmara',
  showCaptions: 'Mostrar legendas',
  hideCaptions: 'Ocultar legendas',
  captions: 'Legendas',
  captionsWait: 'As legendas aparecem aqui quando alguém fala.',
  captionsNone: 'Esta reunião não é transcrita e não tem legendas.',
  people: 'Pessoas',
  peopleList: 'Pessoas na reunião',
  settings: 'Definições',
  leave: 'Sair da reunião',
  leaveSharing: {
    title: 'Sair enquanto partilha o ecrã?',
    help: 'Os outros deixam de o ver.',
    stay: 'Ficar',
    leave: 'Parar a partilha e sair',
  },
  closePanel: 'Fechar painel',
  controls: 'Controlos da reunião',
  participants: 'Participantes',
  inFront: 'Em primeiro plano',
  morePeople: (count) => `mais ${count}`,
  muted: 'Sem som',
  speaking: 'A falar',
  connection: { poor: 'Ligação fraca', lost: 'Ligação perdida' },
  alone: 'Só está você',
  aloneHelp: 'Os outros aparecem assim que entrarem.',
  soundBlocked: 'O navegador está a bloquear o som.',
  startSound: 'Ligar o som',
  reconnectingTitle: 'Ligação perdida. Está a ser restabelecida.',
  offlineTitle:
    'Não é possível chegar à reunião. Verifique a sua ligação à internet: a página continua sozinha.',
  chat: 'Chat',
  openChat: 'Abrir chat',
  closeChat: 'Fechar chat',
  unread: (count) => (count === 1 ? '1 mensagem por ler' : `${count} mensagens por ler`),
  chatMessages: 'Mensagens do chat',
  chatEmpty: 'Todos os presentes veem o que escreve. Nada é guardado.',
  message: 'Mensagem',
  sendMessage: 'Enviar mensagem',
  chatError: {
    too_fast: 'Escreve muito depressa. Espere um momento e envie de novo.',
    too_long: 'Não enviada: é longa demais para uma só mensagem. Envie-a em partes.',
    failed: 'Não enviada: sem ligação. Envie de novo quando voltar.',
  },
  raiseHand: 'Levantar a mão',
  lowerHand: 'Baixar a mão',
  handRaised: 'Mão levantada',
  handPlace: (place) => `Mão levantada, número ${place} na fila`,
  react: 'Enviar uma reação',
  reactions: {
    thumbs_up: 'Gosto',
    heart: 'Coração',
    laugh: 'Riso',
    celebrate: 'Celebrar',
    thumbs_down: 'Não gosto',
    pause: 'Preciso de uma pausa',
  },
  shareScreen: 'Partilhar ecrã',
  stopSharing: 'Parar a partilha',
  sharing: 'Partilha um ecrã',
  screenOf: (name) => `Ecrã de ${name}`,
  yourScreen: 'O seu ecrã',
  screenComing: 'O ecrã aparece dentro de momentos',
  notShownAudioOnly: 'Não mostrado: só áudio',
  pin: (what) => `Fixar ${what}`,
  unpin: (what) => `Soltar ${what}`,
  more: 'Mais ações',
  speakerView: 'Vista de orador',
  gridView: 'Vista em grelha',
  fullScreen: 'Ecrã inteiro',
  leaveFullScreen: 'Sair do ecrã inteiro',
  pictureInPicture: 'Imagem na imagem',
  audioOnly: 'Só áudio, poupa dados',
  videoAgain: 'Mostrar vídeo de novo',
  shortcuts: 'Atalhos de teclado',
  shortcutNames: {
    microphone: 'Ligar ou desligar o microfone',
    camera: 'Ligar ou desligar a câmara',
    share: 'Partilhar ecrã ou parar',
    hand: 'Levantar ou baixar a mão',
    captions: 'Mostrar ou ocultar legendas',
    chat: 'Chat',
    people: 'Pessoas',
    view: 'Grelha ou orador',
    fullScreen: 'Ecrã inteiro',
    help: 'Esta lista',
  },
  shortcutsHelp: 'As teclas simples funcionam enquanto não se escreve.',
  shortcutsOn: 'Usar teclas simples',
  language: 'Idioma',
  testSound: 'Testar som',
  captionSize: 'Tamanho das legendas',
  captionSizes: { small: 'Pequeno', medium: 'Médio', large: 'Grande' },
  captionPlace: 'Posição das legendas',
  captionPlaces: { bottom: 'Abaixo das pessoas', top: 'Acima das pessoas' },
  talkingHint: 'Avisar-me se falo sem som',
  talkingHintHelp:
    'O microfone fica então aberto neste dispositivo enquanto está sem som. Nada é enviado.',
  otherTab: {
    title: 'Já está nesta reunião',
    help: 'Outro separador ou outra janela deste navegador está nela. Dois ao mesmo tempo podem causar eco.',
  },
  moveHere: 'Sair de lá',
  inZone: (time) => `No fuso horário da reunião: ${time}`,
  notices: {
    people_joined: (some) =>
      some.length > 3
        ? [`Entraram ${some.length} pessoas`]
        : [...names(some), areSeveral(some) ? ' entraram' : ' entrou'],
    people_left: (some) =>
      some.length > 3
        ? [`Saíram ${some.length} pessoas`]
        : [...names(some), areSeveral(some) ? ' saíram' : ' saiu'],
    transcribed: 'Esta reunião é transcrita.',
    reconnecting: 'Ligação perdida. Está a ser restabelecida.',
    reconnected: 'Está ligado de novo.',
    chat_from: (some) => [areSeveral(some) ? 'Mensagens de ' : 'Mensagem de ', ...names(some)],
    hands_raised: (some) => [
      ...names(some),
      areSeveral(some) ? ' levantam a mão' : ' levanta a mão',
    ],
    screens_shared: (some) => [
      ...names(some),
      areSeveral(some) ? ' partilham o ecrã' : ' partilha um ecrã',
    ],
    screen_failed:
      'Não foi possível partilhar o ecrã. Permita a este navegador gravar o ecrã nas definições do sistema.',
    microphone_changed: 'O microfone foi desligado do dispositivo. Agora é usado outro.',
    camera_changed: 'A câmara foi desligada do dispositivo. Agora é usada outra.',
    microphone_silent:
      'O microfone não dá qualquer som. ' +
      'Verifique o interruptor e as definições do sistema, ou escolha outro em Definições.',
    talking_muted: 'Está sem som, mas parece estar a falar.',
    microphone_interrupted:
      'O microfone foi interrompido. Está agora sem som: ligue-o quando quiser.',
  },
  leftTitle: 'Saiu da reunião',
  leftHelp: 'Pode voltar enquanto ela durar.',
  rejoin: 'Voltar a entrar',
  endedTitle: 'A reunião terminou',
  endedHelp: 'Obrigado por participar. Pode fechar esta página.',
  refusedTitle: 'Este link não é válido ou a reunião terminou',
  closedHelp:
    'A reunião terminou, ou o link deixou de ser válido, enquanto esta página estava aberta. ' +
    'Pergunte a quem lhe enviou o link.',
  removedHelp:
    'Foi retirado da reunião, ou ela já não está aberta. Pergunte a quem lhe enviou o link.',
  noLinkHelp:
    'Falta a parte secreta do link. Para proteger a reunião, a barra de endereço não a ' +
    'mostra: abra outra vez o link do seu convite.',
  refusedHelp: 'Verifique se abriu o link inteiro ou peça um novo.',
};

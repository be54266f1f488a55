import type { SessionError } from '../../session/session-types.ts';

export const ptSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: 'Não é possível chegar à reunião',
    help: 'Verifique a sua ligação à internet e tente de novo.',
  },
  unavailable: { title: 'O serviço está ocupado', help: 'Espere um momento e tente de novo.' },
  media_unreachable: {
    title: 'Não foi possível ligar o som e a imagem',
    help:
      'A sua rede mostra esta página, mas não a ligação da reunião (WebSocket). ' +
      'Pode haver um proxy ou VPN a impedir. Tente de novo ou use outra rede.',
  },
  media_blocked: {
    title: 'Não foi possível ligar o som e a imagem',
    help:
      'A sua rede deixa passar esta página, mas não o som nem a imagem, nem por UDP nem por TCP. ' +
      'Desligue a VPN, use outra rede ou pergunte a quem gere a firewall.',
  },
  locked: {
    title: 'A reunião está bloqueada',
    help: 'De momento ninguém mais pode entrar. Tente novamente quando estiver aberta.',
  },
  full: {
    title: 'A reunião está cheia',
    help: 'Já não há lugar. Tente de novo quando alguém sair.',
  },
  name_refused: { title: 'Este nome não pode ser usado', help: 'Escreva outro nome.' },
  taken_over: {
    title: 'Entrou a partir de outro lugar',
    help: 'Outro separador, janela ou dispositivo seu está agora na reunião. Saia lá antes de voltar aqui.',
  },
  old_browser: {
    title: 'Este navegador é demasiado antigo',
    help: 'Abra o link numa versão atual do Chrome, Edge, Firefox ou Safari.',
  },
  page_failed: {
    title: 'Esta página deixou de funcionar',
    help: 'Não fez nada de errado. Tente de novo; se não ajudar, abra outra vez o link do seu convite.',
  },
  lost: {
    title: 'A ligação perdeu-se',
    help: 'Não voltou sozinha. Verifique a sua ligação à internet e entre de novo.',
  },
};

import type { SessionError } from '../../session/session-state.ts';

export const jaSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: '会議に接続できません',
    help: 'インターネット接続を確認して、もう一度お試しください。',
  },
  unavailable: {
    title: 'サービスが混み合っています',
    help: '少し待ってから、もう一度お試しください。',
  },
  media_unreachable: {
    title: '音声と映像に接続できませんでした',
    help: 'ファイアウォールや VPN が原因かもしれません。もう一度試すか、別のネットワークをご利用ください。',
  },
  full: {
    title: '会議は満員です',
    help: '空きがありません。誰かが退出してから、もう一度お試しください。',
  },
  name_refused: { title: 'この名前は使えません', help: '別の名前を入力してください。' },
  taken_over: {
    title: '別の場所から参加しました',
    help: '別のタブ、ウィンドウ、または端末が会議に参加しています。ここに戻る前に、そちらで退出してください。',
  },
  old_browser: {
    title: 'このブラウザーは古すぎます',
    help: '最新の Chrome、Edge、Firefox、Safari でリンクを開いてください。',
  },
  page_failed: {
    title: 'このページが動かなくなりました',
    help: 'あなたの操作のせいではありません。もう一度試し、それでもだめなら招待のリンクを開き直してください。',
  },
  lost: {
    title: '接続が切れました',
    help: '自動では回復しませんでした。インターネット接続を確認して、もう一度参加してください。',
  },
};

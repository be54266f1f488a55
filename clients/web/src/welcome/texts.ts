import type { Language } from '../i18n/page-language.ts';

type Way = { name: string; help: string };
type WelcomeTexts = {
  language: string;
  title: string;
  what: string;
  api: string;
  console: Way;
  docs: Way;
  contract: Way;
  health: Way;
};

/** So few that the page contains them in every language. */
export const WELCOME: Record<Language, WelcomeTexts> = {
  en: {
    language: 'Language',
    title: 'Meetings by API, self-hosted',
    what: 'Create a meeting, give people a guest link, follow what is said, read the transcript and the summary.',
    api: 'The API is at',
    console: { name: 'Console', help: 'Sign in with an API key and look at your meetings.' },
    docs: { name: 'Documentation', help: 'First steps, guides and every API call, with examples.' },
    contract: { name: 'Contract', help: 'OpenAPI 3.1, for programs.' },
    health: { name: 'Health', help: 'Which parts of this service work now.' },
  },
  de: {
    language: 'Sprache',
    title: 'Meetings per API, selbst betrieben',
    what: 'Meeting anlegen, Gastlink weitergeben, mitlesen, was gesagt wird, Transkript und Zusammenfassung lesen.',
    api: 'Die API ist unter',
    console: {
      name: 'Konsole',
      help: 'Mit einem API-Schlüssel anmelden und die Meetings ansehen.',
    },
    docs: {
      name: 'Dokumentation',
      help: 'Erste Schritte, Anleitungen und jeder Aufruf, mit Beispielen.',
    },
    contract: { name: 'Vertrag', help: 'OpenAPI 3.1, für Programme.' },
    health: { name: 'Zustand', help: 'Was von diesem Dienst gerade funktioniert.' },
  },
  fr: {
    language: 'Langue',
    title: 'Des réunions par API, hébergées chez vous',
    what: 'Créez une réunion, donnez un lien d’invité, suivez ce qui se dit, lisez la transcription et le résumé.',
    api: 'L’API se trouve à',
    console: {
      name: 'Console',
      help: 'Connectez-vous avec une clé d’API et consultez vos réunions.',
    },
    docs: {
      name: 'Documentation',
      help: 'Premiers pas, guides et chaque appel, avec des exemples.',
    },
    contract: { name: 'Contrat', help: 'OpenAPI 3.1, pour les programmes.' },
    health: { name: 'État', help: 'Ce qui fonctionne en ce moment.' },
  },
  es: {
    language: 'Idioma',
    title: 'Reuniones por API, en su propio servidor',
    what: 'Cree una reunión, entregue un enlace de invitado, siga lo que se dice y lea la transcripción y el resumen.',
    api: 'La API está en',
    console: { name: 'Consola', help: 'Inicie sesión con una clave de API y vea sus reuniones.' },
    docs: {
      name: 'Documentación',
      help: 'Primeros pasos, guías y todas las llamadas, con ejemplos.',
    },
    contract: { name: 'Contrato', help: 'OpenAPI 3.1, para programas.' },
    health: { name: 'Estado', help: 'Qué funciona ahora en este servicio.' },
  },
  pt: {
    language: 'Idioma',
    title: 'Reuniões por API, no seu próprio servidor',
    what: 'Crie uma reunião, dê um link de convidado, acompanhe o que é dito e leia a transcrição e o resumo.',
    api: 'A API está em',
    console: {
      name: 'Consola',
      help: 'Inicie sessão com uma chave de API e veja as suas reuniões.',
    },
    docs: {
      name: 'Documentação',
      help: 'Primeiros passos, guias e todas as chamadas, com exemplos.',
    },
    contract: { name: 'Contrato', help: 'OpenAPI 3.1, para programas.' },
    health: { name: 'Estado', help: 'O que funciona agora neste serviço.' },
  },
  ar: {
    language: 'اللغة',
    title: 'اجتماعات عبر واجهة برمجية تستضيفها بنفسك',
    what: 'أنشئ اجتماعًا، وأعطِ الناس رابط ضيف، وتابع ما يُقال، ثم اقرأ النص والملخص.',
    api: 'عنوان الواجهة البرمجية:',
    console: {
      name: 'لوحة التحكم',
      help: 'سجّل الدخول بمفتاح الواجهة البرمجية واطّلع على اجتماعاتك.',
    },
    docs: { name: 'التوثيق', help: 'الخطوات الأولى والأدلة وكل الطلبات مع أمثلة.' },
    contract: { name: 'العقد', help: 'OpenAPI 3.1 للبرامج.' },
    health: { name: 'الحالة', help: 'ما الذي يعمل الآن في هذه الخدمة.' },
  },
  ja: {
    language: '言語',
    title: '自分で運用する、API による会議',
    what: '会議を作成し、ゲスト用リンクを渡し、発言を追い、文字起こしと要約を読めます。',
    api: 'API のアドレス:',
    console: { name: 'コンソール', help: 'API キーでサインインし、会議を確認します。' },
    docs: { name: 'ドキュメント', help: 'はじめの一歩、ガイド、すべての呼び出しと例。' },
    contract: { name: '契約', help: 'プログラム向けの OpenAPI 3.1。' },
    health: { name: '稼働状況', help: 'このサービスで今動いているもの。' },
  },
};

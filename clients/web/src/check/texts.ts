import type { Language } from '../i18n/page-language.ts';
import type { Verdict, Way, WayName } from './ways.ts';

export type CheckTexts = {
  title: string;
  help: string;
  connection: string;
  ways: Record<WayName, string>;
  states: Record<Way['state'], string>;
  verdicts: Record<Verdict, string>;
  again: string;
  copy: string;
  copied: string;
};

/** So few that the page contains them in every language. */
export const CHECK: Record<Language, CheckTexts> = {
  en: {
    title: 'Check your devices and your connection',
    help: 'Speak, look at your picture and play the test sound. Nobody can hear or see you here.',
    connection: 'Connection',
    ways: {
      service: 'Meeting service',
      udp: 'Sound and video, direct',
      tcp: 'Sound and video over TCP',
      relay: 'Sound and video through the relay',
    },
    states: {
      waiting: 'Checking',
      works: 'Works',
      blocked: 'Blocked',
      not_offered: 'Not offered',
      untested: 'Not checked',
    },
    verdicts: {
      waiting: 'Checking your connection.',
      good: 'Your connection is good for meetings.',
      slow: 'Meetings work, but your network blocks the fast path: sound and video may break up.',
      busy: 'The meeting service is busy. Wait a moment, then check again.',
      no_service: 'The meeting service cannot be reached. Check your connection and try again.',
      no_media:
        'Your network lets no sound or video through. Try another one, or send the report to its administrator.',
    },
    again: 'Check again',
    copy: 'Copy report',
    copied: 'Report copied',
  },
  de: {
    title: 'Geräte und Verbindung prüfen',
    help: 'Sprechen Sie, sehen Sie Ihr Bild an und spielen Sie den Testton. Niemand hört oder sieht Sie hier.',
    connection: 'Verbindung',
    ways: {
      service: 'Meeting-Dienst',
      udp: 'Ton und Bild, direkt',
      tcp: 'Ton und Bild über TCP',
      relay: 'Ton und Bild über das Relais',
    },
    states: {
      waiting: 'Wird geprüft',
      works: 'Geht',
      blocked: 'Gesperrt',
      not_offered: 'Nicht angeboten',
      untested: 'Nicht geprüft',
    },
    verdicts: {
      waiting: 'Ihre Verbindung wird geprüft.',
      good: 'Ihre Verbindung ist gut für Meetings.',
      slow: 'Meetings gehen, aber Ihr Netz sperrt den schnellen Weg: Ton und Bild können stocken.',
      busy: 'Der Meeting-Dienst ist ausgelastet. Warten Sie einen Moment und prüfen Sie erneut.',
      no_service:
        'Der Meeting-Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      no_media:
        'Ihr Netz lässt weder Ton noch Bild durch. Versuchen Sie ein anderes, oder geben Sie den Bericht weiter.',
    },
    again: 'Erneut prüfen',
    copy: 'Bericht kopieren',
    copied: 'Bericht kopiert',
  },
  fr: {
    title: 'Vérifier vos appareils et votre connexion',
    help: 'Parlez, regardez votre image et jouez le son de test. Personne ne vous entend ni ne vous voit ici.',
    connection: 'Connexion',
    ways: {
      service: 'Service de réunion',
      udp: 'Son et image, en direct',
      tcp: 'Son et image par TCP',
      relay: 'Son et image par le relais',
    },
    states: {
      waiting: 'Vérification',
      works: 'Fonctionne',
      blocked: 'Bloqué',
      not_offered: 'Non proposé',
      untested: 'Non vérifié',
    },
    verdicts: {
      waiting: 'Vérification de votre connexion.',
      good: 'Votre connexion convient aux réunions.',
      slow: 'Les réunions fonctionnent, mais votre réseau bloque la voie rapide\u00a0: le son peut être saccadé.',
      busy: 'Le service de réunion est surchargé. Patientez un instant, puis vérifiez à nouveau.',
      no_service:
        'Le service de réunion est injoignable. Vérifiez votre connexion, puis réessayez.',
      no_media:
        'Votre réseau ne laisse passer ni son ni image. Essayez-en un autre, ou transmettez le rapport.',
    },
    again: 'Vérifier à nouveau',
    copy: 'Copier le rapport',
    copied: 'Rapport copié',
  },
  es: {
    title: 'Compruebe sus dispositivos y su conexión',
    help: 'Hable, mire su imagen y reproduzca el sonido de prueba. Aquí nadie le oye ni le ve.',
    connection: 'Conexión',
    ways: {
      service: 'Servicio de reuniones',
      udp: 'Sonido y vídeo, directo',
      tcp: 'Sonido y vídeo por TCP',
      relay: 'Sonido y vídeo por el relé',
    },
    states: {
      waiting: 'Comprobando',
      works: 'Funciona',
      blocked: 'Bloqueado',
      not_offered: 'No se ofrece',
      untested: 'Sin comprobar',
    },
    verdicts: {
      waiting: 'Comprobando su conexión.',
      good: 'Su conexión es buena para reuniones.',
      slow: 'Las reuniones funcionan, pero su red bloquea la vía rápida: el sonido y el vídeo pueden cortarse.',
      busy: 'El servicio de reuniones está ocupado. Espere un momento y compruebe de nuevo.',
      no_service:
        'No se puede acceder al servicio de reuniones. Compruebe su conexión y vuelva a intentarlo.',
      no_media:
        'Su red no deja pasar ni sonido ni vídeo. Pruebe con otra o envíe el informe a su administrador.',
    },
    again: 'Comprobar de nuevo',
    copy: 'Copiar informe',
    copied: 'Informe copiado',
  },
  pt: {
    title: 'Verifique os seus dispositivos e a sua ligação',
    help: 'Fale, veja a sua imagem e reproduza o som de teste. Aqui ninguém o ouve nem o vê.',
    connection: 'Ligação',
    ways: {
      service: 'Serviço de reuniões',
      udp: 'Som e imagem, diretos',
      tcp: 'Som e imagem por TCP',
      relay: 'Som e imagem pelo relé',
    },
    states: {
      waiting: 'A verificar',
      works: 'Funciona',
      blocked: 'Bloqueado',
      not_offered: 'Não oferecido',
      untested: 'Não verificado',
    },
    verdicts: {
      waiting: 'A verificar a sua ligação.',
      good: 'A sua ligação é boa para reuniões.',
      slow: 'As reuniões funcionam, mas a sua rede bloqueia a via rápida: som e imagem podem falhar.',
      busy: 'O serviço de reuniões está ocupado. Espere um momento e verifique de novo.',
      no_service: 'O serviço de reuniões não responde. Verifique a sua ligação e tente de novo.',
      no_media:
        'A sua rede não deixa passar som nem imagem. Tente outra ou envie o relatório ao administrador dela.',
    },
    again: 'Verificar de novo',
    copy: 'Copiar relatório',
    copied: 'Relatório copiado',
  },
  ar: {
    title: 'افحص أجهزتك واتصالك',
    help: 'تحدّث وانظر إلى صورتك وشغّل الصوت التجريبي. لا أحد يسمعك أو يراك هنا.',
    connection: 'الاتصال',
    ways: {
      service: 'خدمة الاجتماعات',
      udp: 'الصوت والصورة مباشرة',
      tcp: 'الصوت والصورة عبر TCP',
      relay: 'الصوت والصورة عبر خادم الترحيل',
    },
    states: {
      waiting: 'جارٍ الفحص',
      works: 'يعمل',
      blocked: 'محجوب',
      not_offered: 'غير متاح',
      untested: 'لم يُفحص',
    },
    verdicts: {
      waiting: 'جارٍ فحص اتصالك.',
      good: 'اتصالك جيد للاجتماعات.',
      slow: 'الاجتماعات تعمل، لكن شبكتك تحجب الطريق السريع: قد يتقطع الصوت والصورة.',
      busy: 'خدمة الاجتماعات مشغولة. انتظر لحظة ثم افحص مرة أخرى.',
      no_service: 'تعذر الوصول إلى خدمة الاجتماعات. تحقق من اتصالك وحاول مرة أخرى.',
      no_media: 'شبكتك لا تسمح بمرور الصوت والصورة. جرّب شبكة أخرى أو أرسل التقرير إلى مسؤولها.',
    },
    again: 'افحص مرة أخرى',
    copy: 'نسخ التقرير',
    copied: 'تم نسخ التقرير',
  },
  ja: {
    title: 'デバイスと接続を確認',
    help: '話して、映像を見て、テスト音を再生してください。ここでは誰にも聞こえず、見えません。',
    connection: '接続',
    ways: {
      service: '会議サービス',
      udp: '音声と映像（直接）',
      tcp: '音声と映像（TCP）',
      relay: '音声と映像（中継）',
    },
    states: {
      waiting: '確認中',
      works: '利用できます',
      blocked: '遮断されています',
      not_offered: '提供なし',
      untested: '未確認',
    },
    verdicts: {
      waiting: '接続を確認しています。',
      good: '会議に適した接続です。',
      slow: '会議は利用できますが、ネットワークが速い経路を遮断しているため、音声や映像が途切れることがあります。',
      busy: '会議サービスが混み合っています。少し待ってから、もう一度確認してください。',
      no_service: '会議サービスに接続できません。接続を確認して、もう一度お試しください。',
      no_media:
        'ネットワークが音声と映像を通しません。別のネットワークを試すか、管理者に報告を送ってください。',
    },
    again: 'もう一度確認',
    copy: '報告をコピー',
    copied: '報告をコピーしました',
  },
};

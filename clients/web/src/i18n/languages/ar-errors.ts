import type { SessionError } from '../../session/session-state.ts';

export const arSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: 'تعذر الوصول إلى الاجتماع',
    help: 'تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.',
  },
  unavailable: { title: 'الخدمة مشغولة', help: 'انتظر لحظة ثم حاول مرة أخرى.' },
  media_unreachable: {
    title: 'تعذر توصيل الصوت والصورة',
    help: 'ربما يمنع ذلك جدار حماية أو VPN. حاول مرة أخرى أو استخدم شبكة أخرى.',
  },
  full: { title: 'الاجتماع ممتلئ', help: 'لا يوجد مكان شاغر. حاول مرة أخرى عندما يغادر أحدهم.' },
  name_refused: { title: 'لا يمكن استخدام هذا الاسم', help: 'أدخل اسمًا آخر.' },
  taken_over: {
    title: 'انضممت من مكان آخر',
    help: 'علامة تبويب أو نافذة أو جهاز آخر لك موجود الآن في الاجتماع. غادر هناك قبل أن تعود إلى هنا.',
  },
  old_browser: {
    title: 'هذا المتصفح قديم جدًا',
    help: 'افتح الرابط في إصدار حديث من Chrome أو Edge أو Firefox أو Safari.',
  },
  page_failed: {
    title: 'توقفت هذه الصفحة عن العمل',
    help: 'لم ترتكب أي خطأ. حاول مرة أخرى، وإن لم ينفع ذلك فافتح الرابط من دعوتك من جديد.',
  },
  lost: {
    title: 'انقطع الاتصال',
    help: 'لم يعد من تلقاء نفسه. تحقق من اتصالك بالإنترنت ثم انضم من جديد.',
  },
};

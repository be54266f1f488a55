// English verbs that hardly ever name a thing. Verbs that often do (`call`, `run`, `plan`) are left out:
// how they are used decides.
import { wordSet } from './pattern.ts';
const VERBS = `accept admit adore agree allow announce apologise apologize appear apply appoint arrange arrive
assume attend avoid bear become begin behave belong blame borrow bother bring buy carry catch
choose combine complain confirm consider contain continue convince cope cross decide defend depend
deserve destroy discover discuss drag dread eat enjoy ensure exist expect explain fall feed fetch
find finish follow forget forgive gather get give go grow hand hang happen hate have hear hide
hurt ignore imagine improve include inform insist invite join keep kill know laugh lean learn
leave lend let lie like live lose love make manage marry mean meet mention miss need notice obey
obtain occur offend owe pray prefer prepare pretend prevent promise prove provide pull put realise
realize receive recognise recognize recommend refuse regret rely remain remember remind remove
replace require resign rub ruin save say scare see seem sell send separate serve settle share
shout sing sit smell solve speak spend spoil stand stay steal stick stop suffer suggest suit
suppose swear sweep take talk teach tell tend thank think throw tie understand want warn wear win
wonder worry write yell`;
const IRREGULAR = `ate bore borne became become been begun bitten blew blown bore bought brought built caught chose
chosen crept dealt did done drank drawn drew driven drove drunk eaten fallen fed felt fell flew
flown forgot forgotten found fought gave given gone got grew grown heard held hid hidden hung kept
knew known laid lay lent lost made meant met paid put rang ridden risen rode rose rung said sang
sank sat saw seen sent shaken shook shown shrank sold sought spent spoke spoken spun stole stolen
stood struck stuck sung sunk swam swept swore sworn taken taught thought threw thrown told took
tore torn understood went woke woken won wore worn wrote written`;
/** Also nouns. */
const THINGS = wordSet(`
  blame bother cross drag dread fall feed hand hurt laugh lie love need notice promise regret
  rub ruin save scare share shout smell stand stay stick stop suit talk throw tie win wonder
  worry discuss building meeting feeling finding ending hearing living reading saying writing
  wedding serving spelling stays loves likes thanks hands stands needs shares crosses feeds
  catches bears hurts notices ties sticks stops finishes manager promises laughs lies smells`);

const BASES = wordSet(VERBS);
const FORMS = wordSet(IRREGULAR);

/** Whether a lower-case English word is a verb rather than the name of a thing. */
export function isPlainVerb(word: string): boolean {
  if (THINGS.has(word)) return false;
  if (FORMS.has(word)) return true;
  return BASES.has(word) || basesOf(word).some((base) => BASES.has(base));
}

function basesOf(word: string): string[] {
  const stem = /^(\p{L}{2,}?)(?:es|ed|ing|s)$/u.exec(word)?.[1];
  if (stem === undefined) return [];
  const single = stem.replace(/([bdgklmnprt])\1$/, '$1');
  return [stem, `${stem}e`, single, stem.replace(/i$/, 'y')];
}

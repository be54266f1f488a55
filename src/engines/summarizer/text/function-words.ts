// Words without a subject of their own, one list per language; all others count as content.
import { wordSet } from './pattern.ts';

const ENGLISH = `a about above actually after again all almost along already also although always am among an and
another any anybody anymore anyone anything anyway anyways are aren't around as at away back
basically be because been before behind being below between both but by came can can't cannot come
comes could couldn't did didn't different do does doesn't doing don't done down during each either
else enough especially even ever every everybody everyone everything exactly far few first for
from further gave get gets getting give given gives go goes going gone gonna good got gotta great
had hadn't happen happened happens has hasn't have haven't having he he'd he'll he's hello hence
her here here's hers herself hey hi him himself his hmm how however i i'd i'll i'm i've if in
indeed instead into is isn't it it'd it'll it's its itself just keep kind know known last least
less let let's like little look looked looking looks lot lots made make makes making many may
maybe me mean means might mine more most much must my myself near need needed needs neither never
next nice no nobody none nor not nothing now of off often oh ok okay on once one ones only onto or
other others otherwise our ours ourselves out over own part perhaps please possible probably put
quite rather really right said same saw say saying says see seem seems seen shall she she'd she'll
she's should shouldn't since so some somebody someone something sometimes soon sort still stuff
such sure take taken takes talk talked talking tell than thank thanks that that'll that's the
their theirs them themselves then there there's these they they'd they'll they're they've thing
things think thinking thought this those though through thus till to today together told tomorrow
tonight too took toward towards tried tries try trying two um under unless until up upon us use
used uh using usually very via wait want wanted wants was wasn't way ways we we'd we'll we're
we've well went were weren't what what's whatever when where which while who who's whole whom
whose why will with within without won't work works would wouldn't yeah yep yes yesterday yet you
you'd you'll you're you've your yours yourself alright afraid sorry guess hear heard feel felt
believe hope wish agree agreed decide decided able bit couple quick quickly pretty maybe may must
done everyone guys folks ready start started begin end ended later early week weeks month months
year years day days hour hours minute minutes time times morning afternoon evening monday tuesday
wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
sundays january february march april june july august september october november december new old
big small second third three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million half quarter fourth fifth sixth seventh eighth ninth tenth eleventh
twelfth fifteenth am pm o'clock euros dollars percent bad better best worse fine happy ask asked
asks call called find found kind leave left send sent show shown shows think set run runs running
move moved fully completely totally definitely absolutely certainly basically ago doesnt dont
didnt cant wont isnt im ive ill its thats theres weve youre theyre wasnt lets gotcha cool awesome
perfect wow bye goodbye morning welcome hang meeting everybody point question answer problem mind
matter case reason idea course`;

const OTHER: Record<string, string> = {
  de: `aber alle allem allen aller alles als also am an andere auch auf aus bei beim bin bis bist da
dabei damit dann das dass dein dem den denn der des deshalb die dies diese diesem diesen dieser
dieses doch dort du durch ein eine einem einen einer eines einfach er es etwas euch für gegen
gehen geht genau gibt gut habe haben hat hatte hier ich ihm ihn ihr ihre im immer in ist ja jetzt
kann kein keine können könnte machen man mehr mein mich mir mit muss müssen nach nein nicht nichts
noch nur ob oder ohne schon sehr sein seine sich sie sind so soll sollen sollte sollten sondern
über um und uns unser unsere unter vom von vor war waren was weil wenn wer werden wie wieder will
wir wird wo wollen wurde wäre würde zu zum zur zwei mal eben halt vielleicht danke bitte okay`,
  fr: `ai alors as au aussi autre aux avait avec avez avoir avons bien bon c'est ce ceci cela ces cet
cette ceux chez comme comment d'accord dans de des donc dont du elle elles en encore entre est et
étaient était été être eu eux faire fait faut ici il ils j'ai je jusqu la là le les leur leurs lui
ma mais me même mes moi mon ne ni non nos notre nous on ont ou où oui par parce pas peu peut peux
plus pour pourquoi puis quand que quel quelle qui quoi sa sans se sera ses si son sont sous suis
sur ta te tes toi ton tous tout toute très tu un une vers voilà vos votre vous va vais merci deux`,
  es: `a al algo algunos ante antes aquí así bien cada como con contra cual cuando de del desde donde dos
el él ella ellos en entre era es esa ese eso esta está están estar este esto estos fue gracias ha
hace hacer hacia han has hasta hay he la las le les lo los más me mi mis mucho muy nada ni no nos
nosotros nuestra nuestro o otra otro para pero poco por porque pues que qué quien se ser si sí
sido siempre sin sobre son su sus también tan tanto te tenemos tener tengo tiene tienen todo todos
tu tus un una uno unos va vamos voy y ya yo vale bueno entonces ahora`,
  it: `a ad al alla alle anche ancora avere aveva c'è che chi ci come con contro cosa così da dal dalla
degli dei del della delle di dopo dove due e è ed era essere fa fare fino fra gli grazie ha hai
hanno ho i il in io la le lei lo loro lui ma me mi mia mio molto ne nei nel nella no noi non
nostro o ogni per perché più poi può qua quando quanto quello quella questa questi questo qui se
sei sempre senza si sì sia siamo solo sono su sua sul sulla suo tra tu tutti tutto un una uno va
vi voi allora bene quindi`,
  nl: `aan al alle als altijd ben bij daar dan dat de deze die dit doen door dus een en er gaan gaat geen
goed had heb hebben heeft hem het hier hij hoe hun ik in is ja je jij kan kunnen maar me meer met
mij moet moeten na naar nee niet nog nu of om omdat ook op over te toch toen tot uit van veel voor
waar want was wat we wel werd wie wij wil willen worden wordt zal ze zeer zich zij zijn zo zou
zullen oké bedankt`,
  pt: `a ao aos aqui as até bem com como da das de dela dele do dos e é ela ele eles em entre era essa
esse esta está estão este eu foi fazer há isso isto já la lhe mais mas me mesmo meu minha muito na
não nas nem no nos nossa nosso num o obrigado os ou para pela pelo por porque qual quando que quem
se sem ser seu sim só sobre sua também tem temos tenho ter todo todos tudo um uma vai vamos você
vocês vou então agora bom`,
};

const LISTS = new Map(
  Object.entries({ en: ENGLISH, ...OTHER }).map(([code, list]) => [code, wordSet(list)]),
);
const NONE: ReadonlySet<string> = new Set();

/** Function words of a language by its primary subtag; empty for languages without a list. */
export function functionWords(language: string | null): ReadonlySet<string> {
  return LISTS.get(primarySubtag(language)) ?? NONE;
}

/** `en` for `en-GB`; empty for null. */
export function primarySubtag(language: string | null): string {
  const code = (language ?? '').toLowerCase();
  const end = code.search(/[-_]/);
  return end < 0 ? code : code.slice(0, end);
}

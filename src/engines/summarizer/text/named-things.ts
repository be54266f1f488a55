const WITH_ARTICLE =
  /\b(?:the|our|my|your|his|her|their|an?|this|that|those|these|some|any|no|two|three|four|five|six|another|both)\s+(?:(?!(?:is|are|was|were|has|have|had|will|would|can|could|should|for|to|in|on|at|of|by|and|or|but|with|from|before|after|until|then|when|if|because|who|that|which|i|we|you|it|they|he|she|not|so|as|just|one|doesn't|don't|isn't|it's|that's|the|a|an|our|my|your|his|her|their|near|about|into|over|off|out|up|down|back|again|said|says|rang|like|than)\b)[\p{L}\p{N}'-]+(?:\s+|(?=[^\p{L}\p{N}\s'-]|$))){1,4}/giu;
const NAME =
  /(?<=[\p{L}\p{N},;]\s)(?!I\b|I'|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*|^(?!I\b)\p{Lu}[\p{L}'-]+(?=,| is\b)/gu;
const SHORT_WORDS = 5;

/** Things and people named in a sentence, with their articles, in order; a short sentence is one itself. English. */
export function thingsNamed(text: string): string[] {
  const matches = [...text.matchAll(WITH_ARTICLE), ...text.matchAll(NAME)].toSorted(
    (a, b) => a.index - b.index,
  );
  if (matches.length > 0)
    return matches.map((match) =>
      match[0]
        .trim()
        .replace(/^(?:The|Our|My|Your|His|Her|Their|An?|This|That)\b/, (word) =>
          word.toLowerCase(),
        ),
    );
  const short = text.replace(/[\s,.;:!?]+$/, '').replace(/[()]/g, '');
  return short.split(' ').length <= SHORT_WORDS
    ? [short.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())]
    : [];
}

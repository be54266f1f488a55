/** What is done at once in the meeting itself and so is nobody's task afterwards. English. */
const INSIDE = new RegExp(
  [
    '\\b(?:(?:next|previous|last|first) (?:slide|page|item|topic|point)|(?:share|see|stop sharing) (?:my|',
    'your|the|his|her) screen|',
    '(?:mute|unmute) (?:yourself|yourselves|me|you)|speak up|(?:repeat|say|explain) (?:that|it)(?: ',
    'again)?|say again|',
    '(?:go|come|get|move|switch|scroll) (?:back|on|up|down|over|through|ahead)|(?:turn|switch) (?:on|',
    'off) (?:your|my|the) (?:camera|mic|',
    'microphone|video)|give (?:you|me|us|it|him|her|everyone) (?:a|one|two|five|another|some) ',
    '(?:minutes?|moments?|seconds?|more)|',
    '(?:take|have) (?:a|another) (?:quick )?(?:look|break|seat|vote)|pass (?:me|it|that|the)|read (?:it|',
    'that|them|this) out|',
    '(?:hold|hang) on|let (?:me|us) (?:see|think|start|finish|explain|show|ask|say)|(?:start|begin|kick ',
    'off|finish|end|close|wrap up) ',
    '(?:with|the meeting|this meeting|here|now)|show (?:you|us|me)|draw (?:it|that|this|your|me|',
    'something)|write (?:it|that|this) (?:down|on)|',
    'put (?:it|that|this) up|put that down)\\b',
  ].join(''),
  'i',
);

export function isInsideMeeting(text: string): boolean {
  return INSIDE.test(text);
}

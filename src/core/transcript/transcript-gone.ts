/** The transcript was erased meanwhile: what was heard for it is no longer wanted. */
export class TranscriptGone extends Error {
  constructor() {
    super('The transcript was erased');
  }
}

/** A failure that the user can act on: what was tried, and what to do. Printed without a stack. */
export class SetupFault extends Error {
  /** @param {string} message @param {{ tried?: string[], fix?: string[] }} [details] */
  constructor(message, { tried = [], fix = [] } = {}) {
    super(message);
    this.name = 'SetupFault';
    this.tried = tried;
    this.fix = fix;
  }
}

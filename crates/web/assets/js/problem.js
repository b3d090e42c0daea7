// @ts-check
// What cannot be done, in the words of whoever was asked.

/** A question that was refused; a server says why by RFC 9457. */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail || body?.title || `HTTP ${status}`);
    this.status = status;
  }
}

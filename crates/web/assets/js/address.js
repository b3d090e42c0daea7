// @ts-check
// How a puzzle is told in an address, and a time on a clock.

/** @param {number} seconds */
export const clock = (seconds) => {
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

/** The fragment of an address that holds a whole puzzle. @param {string} game @param {string} id @param {string[]} [moves] */
export const fragment = (game, id, moves = []) =>
  `#/${game}/${encodeURIComponent(id)}${moves.length > 0 ? `/${encodeURIComponent(moves.join(';'))}` : ''}`;

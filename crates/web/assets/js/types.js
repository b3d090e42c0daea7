// @ts-check
/**
 * The shapes that pass between the page and the server, and between the shell and a game's own part of the page.
 *
 * @typedef {{state: 'playing', player: number} | {state: 'won', player: number} | {state: 'lost'} | {state: 'drawn'}} Status
 *
 * @typedef {object} View
 * @property {string} game
 * @property {string} id          the puzzle as one line
 * @property {any} position       the game's JSON
 * @property {Status} status
 * @property {number} seats
 * @property {string} scene       the SVG
 * @property {any} details        what a player reads beside the board
 * @property {string} [drawn]     how the page asked for it to be drawn
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {number} version
 * @property {string[]} abilities
 * @property {string[]} bots
 * @property {{setup: string, name: string}[]} setups
 * @property {string[]} difficulties
 *
 * @typedef {object} Answer
 * @property {'solved' | 'impossible' | 'gave_up'} outcome
 * @property {string[]} [moves]
 * @property {string} [proof]
 * @property {number} [lower_bound]
 * @property {string} engine
 * @property {number} nodes
 * @property {number} time_ms
 *
 * @typedef {object} Advice
 * @property {'solved' | 'impossible' | 'gave_up'} outcome
 * @property {string} [move]
 * @property {string[]} [line]
 * @property {string} [reason]
 * @property {string[]} [cells]
 *
 * @typedef {object} Saved        a game in the browser's store
 * @property {string} game
 * @property {string} id          where it began
 * @property {any} start          the first position
 * @property {string[][]} moves   what was played, in steps that undo takes back at once
 * @property {string[][]} undone
 * @property {number} seconds
 * @property {string} state       the status when it was saved
 * @property {number} at          when, in milliseconds
 * @property {Record<string, any>} [extra] what the game's part of the page remembers
 *
 * @typedef {object} Field        one line of the form for a setup of one's own
 * @property {string} key
 * @property {'number' | 'choice' | 'check'} kind
 * @property {string} label       key of its text
 * @property {any} value
 * @property {number} [min]
 * @property {number} [max]
 * @property {[string, string][]} [choices]  value and text
 *
 * @typedef {object} Part         a game's own part of the page
 * @property {Field[]} fields
 * @property {(values: Record<string, any>) => string} setup
 * @property {() => HTMLElement} panel                       built once
 * @property {(view: View, before: View | null) => void} update
 * @property {(cell: string) => void} [act]                   Enter, Space or a tap on a cell
 * @property {(event: KeyboardEvent, cell: string) => boolean} [key]   true when it was used
 * @property {(cell: string) => string} [say]                 what a screen reader says of a cell
 * @property {() => boolean} [drags]                          whether pointers are handled by the part
 * @property {() => void} [leave]
 * @property {(move: string, before: View, after: View) => (Promise<void> | void)} [animate]
 * @property {(view: View) => (string | null)} [bot]          the bot to move, or null for a person
 * @property {(view: View) => string} [line]                  the status line while playing
 * @property {(status: Status, view: View) => string} [end]   the status line at the end
 * @property {(advice: Advice, view: View) => void} [advise]  shows what a hint or a bot means
 * @property {(view: View) => boolean} [steps]                whether an answer's moves are played on the board
 * @property {(answer: Answer, view: View) => boolean} [planned]  true when the part shows an answer in its own way
 * @property {(view: View) => string[]} [clear]               what is to be played before an answer
 * @property {(values: Record<string, any>) => Record<string, any>} [seats]  what to remember of a new game: who plays
 * @property {string[]} keys                                  keys of the help texts of its own keys
 */
export {};

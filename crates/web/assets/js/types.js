// @ts-check
/**
 * The shapes that pass between the page and the server.
 *
 * @typedef {{code: string, text: string, params?: Record<string, string | number | Message>}} Message
 * A sentence in English, with what a translator needs.
 *
 * @typedef {{name: string, title: string, svg: string}} Picture
 * One drawn board: `board` is the main one, the others are trays.
 *
 * @typedef {{act: 'tap' | 'press' | 'drag' | 'release' | 'hover' | 'leave', on: string, at?: string}} Gesture
 *
 * @typedef {object} Control    something that can be done beside touching what is drawn
 * @property {string} handle
 * @property {string[]} [keys]
 * @property {Message} label
 * @property {'button' | 'main' | 'off' | 'keys'} show
 * @property {Message} [why]    why nothing can be done with it now
 *
 * @typedef {object} View       a position and all there is to show of it
 * @property {string} id        the puzzle as one line
 * @property {any} position     the game's JSON
 * @property {'playing' | 'won' | 'lost' | 'drawn'} state
 * @property {number} [player]  who is to move, or has won
 * @property {number} seats
 * @property {string | null} bot the computer player who is to move, where the position says so
 * @property {Message[]} facts  what a player reads, most important first
 * @property {any} ui           what the hand holds
 * @property {Control[]} controls
 * @property {Picture[]} scenes
 * @property {string[]} [moves] what gestures have played
 * @property {Message[]} [messages]
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string[]} verbs
 * @property {string[]} bots
 * @property {'nobody' | 'table' | 'setup'} seating   who says where they sit
 * @property {{setup: string, name: string}[]} setups
 * @property {Lesson | null} lesson
 *
 * @typedef {{puzzle: string, steps: {say: Message, touch: string[]}[], end: Message}} Lesson a few touches on a small board
 *
 * @typedef {object} Answer     what a search has found
 * @property {'ok' | 'solved' | 'impossible' | 'gave_up'} status
 * @property {string | null} [move]
 * @property {string[] | null} [line]
 * @property {[row: number, column: number][]} [cells]
 * @property {string[]} [handles] what else is touched to play the move
 * @property {Message[]} [messages]
 * @property {string} [engine]
 * @property {number} [nodes]
 * @property {number} elapsed_ms
 *
 * @typedef {object} Transport  whoever answers: a server, or the games in this browser
 * @property {(game: string, verb: string, question: any, how?: {signal?: AbortSignal, heard?: (nodes: number) => void}) => Promise<any>} ask
 * @property {(game: string, file: Blob, options: Record<string, string>) => Promise<any>} read what is on a picture
 * @property {() => Promise<any>} games
 * @property {() => Promise<any>} verbs
 * @property {() => Promise<any>} daily
 *
 * @typedef {object} Saved      a game in the browser's store
 * @property {string} game
 * @property {string} id        where it began
 * @property {any} start        the first position
 * @property {string[][]} moves what was played, in steps that undo takes back at once
 * @property {string[][]} undone
 * @property {number} seconds
 * @property {string} state     how it stood when it was saved
 * @property {number} at        when, in milliseconds
 * @property {{wish?: Record<string, any>, hints?: number, solved?: boolean}} [extra] what was asked for, as another one is made the
 *   same way; how many hints there were; whether a solution was shown
 */
export {};

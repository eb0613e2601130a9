// @ts-check
/**
 * What a picture brings to the player, as types that an editor looks up and completes.
 * Holds no code.
 *
 * @import { Shape } from "./draw.js"
 */

/**
 * What the kernel sends, made in Python and never changed, only replaced. A picture's own
 * spec holds more, all that it draws, and its picture.py says what: so it counts as `any`
 * where a picture is handed it.
 *
 * @typedef {Object} Spec
 * @property {string} title what stands above the picture
 * @property {string} [name] what the picture is called where its title changes
 * @property {string} note what stands beside the title
 * @property {any[]} steps what each step shows; those from `path` on lie beside the path
 * @property {number} path how many steps play
 * @property {string} asks what may be typed, as the label of the field; "" for no field
 * @property {boolean} [sentence] whether a text is typed, and not a row
 * @property {boolean} [shown] whether it came of what a learner moves, so that nothing plays
 * @property {boolean} [predict] whether each step asks first which row comes out
 * @property {{low: number, high: number, apart: number, now: number}} [range] the numbers
 *   that a second slider drags, `apart` from one another; where the kind picks, `row` is now
 */

/**
 * What a run shows now.
 *
 * @typedef {Object} State
 * @property {any} spec a Spec, and what the picture adds to it
 * @property {number} step index of the step shown
 * @property {boolean} rest whether the step has not begun yet
 * @property {boolean} asked whether a prediction is wanted
 * @property {number | null | undefined} guess the row that was predicted, null where it was
 *   skipped
 * @property {{[step: number]: number | null}} guesses the rows predicted so far
 * @property {number | null} row the row picked, where the kind `picks`
 * @property {any} by the way in which the step is done, where the kind has `ways`
 * @property {any} was the way before, right after another was chosen
 * @property {boolean} narrow whether the page has little room
 * @property {number | undefined} over the row under the pointer
 * @property {number | undefined} [cursor] the row that the keys have chosen
 * @property {{step?: number, row: number, at: number[]} | null} [held] the id of a step, or
 *   the number of a row, that is in the hand at a place
 * @property {number[] | null} [from] where the id of the step was let go of
 * @property {number} [kept] up to this step what has come out stays, -1 for none
 * @property {number[]} [added] steps beside the path that the learner has asked for, in order
 */

/**
 * Where things stand, in the picture's own pixels, from the spec alone.
 *
 * @typedef {Object} Layout
 * @property {number} width
 * @property {number} height
 * @property {{x: number, y: number, w: number, h: number}} [track] where the scrub bar
 *   lies; without it, it stands among the buttons
 */

/**
 * What is under the pointer: the dataset of a shape, and where in the picture that is.
 *
 * @typedef {any} Under {place: [x, y], row, …}
 */

/**
 * A table of texts: each row of the body and the foot begins with its heading.
 *
 * @typedef {{head: string[], body: string[][], foot: string[][]}} Numbers
 */

/**
 * How the words of a picture are added up in its field, with the buttons − and +.
 *
 * @typedef {Object} Sums
 * @property {(typed: string, shown: string, sign: string) => string} signed the text after a
 *   sign was pressed
 * @property {(typed: string, word: string) => string | null} with_word the text after a word
 *   was clicked; null where it awaits none
 * @property {(typed: string) => boolean} is_whole whether nothing is lacking
 * @property {(spec: any, row: number) => string} name_of the word of a row
 */

/**
 * A kind of picture.
 *
 * @typedef {Object} Kind
 * @property {(state: State, t: number) => Shape[]} picture all shapes, t seconds into the
 *   step: at 0 it is still the one before
 * @property {(spec: any, narrow?: boolean) => Layout} layout
 * @property {(state: State) => number} lasts seconds that the step takes
 * @property {(state: State) => number} [starts] the second from which a step plays that
 *   comes from the kernel; where that is not its beginning, what has come out stays
 * @property {(state: State) => string} say one sentence for the caption, which is spoken
 * @property {(state: State) => string} alt what the picture shows, which numbers matter
 * @property {(state: State, under: Under) => string} hover what is under the pointer
 * @property {(state: State) => Numbers} numbers what is drawn, as a table
 * @property {(state: State) => {[name: string]: unknown}} facts what a reader of the page
 *   may want to know, as the dataset of the picture
 * @property {(state: State, row: number | null) => number} step_of the step that shows a
 *   row; -1 where none does, so that the kernel is asked
 * @property {(spec: any, typed: string) => number | null} row_of the row that a
 *   text means, NaN for none
 * @property {(state: State) => string[][]} [key] what the marks mean: [mark, words]
 * @property {(state: State) => string} [title] a title that changes
 * @property {(state: State) => number} [points] seconds at a step's beginning in which an id
 *   goes to its row, in later steps as slowly as in the first
 * @property {(state: State, at: number[]) => {place: string, row?: number, step?: number,
 *   takes?: boolean}} [under] where a place is, "ids", "table" or "", and of which id or row;
 *   `takes`, whether that can be taken there. With it ids and rows' numbers can be dragged
 * @property {(state: State) => number[]} [in_sight] the rows drawn, with `under`
 * @property {Sums} [sums] how words that are clicked are added up
 * @property {(state: any, asked: {typed?: string, row?: string}) => {spec?: any, step?: number,
 *   refused?: string}} [answer] what a page without a kernel answers, from what the picture
 *   shares: another spec and its step, or why not
 * @property {string} [hint] what else can be done, after what the caption says at rest
 * @property {string} [unit] what a step is called
 * @property {string} [yours] what one beside the path is called
 * @property {boolean} [picks] whether to mean a row leaves the step, and picks the row
 * @property {any[] | ((spec: any) => any[])} [ways] one of which is `by`
 */

export {};

import { randomInt } from "node:crypto";

/** Control characters, further ends of lines, halves of surrogate pairs, and what changes the direction of other text. */
const steering = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]`;

const allSteering = new RegExp(steering, "gu");

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * A text as a terminal may show it, in one line: what would steer the terminal or begin a line is written as an escape, such as
 * `\u001b`. A line of JSON still says the same.
 */
export const printable = (text: string): string => text.replace(allSteering, escaped);

/** A second number in the colours that this process writes: a text of a service cannot know it, so it has no colours. */
const seal = randomInt(2 ** 32);

const ownColoursAndSteering = new RegExp(String.raw`\x1b\[(\d+);${seal}m|\n|${steering}`, "gu");

/** A text in a colour of {@link printableLines}, by the codes of ANSI that turn it on and off. */
export const coloured = (text: string, on: number, off: number): string =>
  `\u001b[${on};${seal}m${text}\u001b[${off};${seal}m`;

/** Several lines for a terminal: printable, with the colours that this process has put into them. */
export const printableLines = (text: string): string =>
  text.replace(ownColoursAndSteering, (one: string, colour: string | undefined) =>
    colour !== undefined ? `\u001b[${colour}m` : one === "\n" ? one : escaped(one),
  );

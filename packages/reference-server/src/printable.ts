/** Characters that steer a terminal or the direction of text, such as ESC, and those that begin a new line. */
const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** One line of text as a terminal may show it: what would steer it is written as an escape, such as `\u001b`, as in JSON. */
export const printable = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Characters that steer a terminal or the direction of text, and halves of surrogate pairs; line feeds may stay. */
const steering = /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

/** Text as a terminal may show it: what would steer it is written as an escape, as in JSON. */
export const printable = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Places the parameters of a call: those of the path in it, and each item of a list that is exploded as a parameter of its own. The
 * generated code passes it on where an operation has such parameters.
 *
 * @returns the path, and the other parameters.
 * @throws TypeError if a parameter of the path is missing, or would lead to another path.
 */
export function placeParameters(
  { id, path, exploded = [] }: { id: string; path: string; exploded?: readonly string[] },
  params: object,
): [path: string, others: [name: string, value: unknown][]] {
  const others = { ...params } as Record<string, unknown>;
  const filled = path.replace(/\{(.*?)\}/g, (_, name) => {
    const value = String(others[name] ?? "");
    delete others[name];
    // Without a part, a URL is that of another operation; dots stand for the folder or the one above, and half a character for nothing.
    if (/^\.{0,2}$|\p{Cs}/u.test(value))
      throw new TypeError(
        `${id} needs the parameter ${name}, which is a part of the path: it cannot be ${JSON.stringify(value)}.`,
      );
    return encodeURIComponent(value);
  });
  const entries = Object.entries(others).flatMap(([name, value]): [string, unknown][] =>
    exploded.includes(name) ? [value].flat().map((one) => [name, one]) : [[name, value]],
  );
  return [filled, entries];
}

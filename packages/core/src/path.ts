/**
 * Fills its parameters into the path of an operation. The generated code passes it on where a contract has such paths.
 *
 * @returns the path, and the other parameters.
 * @throws TypeError if a parameter is missing, or would lead to another path.
 */
export function fillPath(id: string, path: string, params: object): [path: string, others: object] {
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
  return [filled, others];
}

/**
 * A preset for `endsWalk`: the forms of "no more rows" seen from registers of this kind. These are status 200 with `null`,
 * `{}` or an empty body, and status 400 or 500 with error code 505. Any other error still fails the walk.
 */
export function noRows({ status, text }: { readonly status: number; readonly text: string }): boolean {
  const body = text.trim();
  if (status === 200) return body === "" || body === "null" || (body.startsWith("{") && isEmptyObject(body));
  return (status === 400 || status === 500) && /"error_code"\s{0,9}:\s{0,9}"?505"?\s{0,9}[,}]/.test(body);
}

const isEmptyObject = (body: string): boolean => body.endsWith("}") && body.slice(1, -1).trim() === "";

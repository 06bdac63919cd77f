/**
 * A preset for `endsWalk`: the forms of "no more rows" seen from registers of this kind. These are status 200 with `null`,
 * `{}` or an empty body, and status 400 or 500 with error code 505. Any other error still fails the walk.
 */
export function noRows({ status, text }: { readonly status: number; readonly text: string }): boolean {
  if (status === 200) return /^\s*(null|\{\s*\})?\s*$/.test(text);
  return (status === 400 || status === 500) && /"error_code"\s*:\s*"?505"?\s*[,}]/.test(text);
}

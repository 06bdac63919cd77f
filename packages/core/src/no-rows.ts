/**
 * A preset for `endsWalk`: the forms of "no more rows" that registers of this kind have been seen to give. Status 200
 * with `null`, `{}` or an empty body; status 400 or 500 with the error code 505. Another error still fails the walk.
 */
export function noRows({ status, text }: { readonly status: number; readonly text: string }): boolean {
  if (status === 200) return /^\s*(null|\{\s*\})?\s*$/.test(text);
  return (status === 400 || status === 500) && /"error_code"\s*:\s*"?505"?\s*[,}]/.test(text);
}

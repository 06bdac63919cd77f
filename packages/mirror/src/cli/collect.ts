/** Collects the values of an option that may be repeated, each of which may be several with commas between. */
export const collect = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean),
];

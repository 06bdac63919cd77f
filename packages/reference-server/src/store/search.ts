/** A name as searches compare it: letter case does not matter, accents do. */
export const foldName = (name: string): string => name.normalize("NFC").toLowerCase().normalize("NFC");

/** A name as searches compare it: ignoring case, but not accents. */
export const foldName = (name: string): string => name.normalize("NFC").toLowerCase().normalize("NFC");

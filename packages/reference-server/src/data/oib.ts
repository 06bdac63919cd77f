/** An OIB from its first ten digits: the check digit follows ISO 7064 MOD 11,10. Leading zeros are lost, as on the wire. */
export function oibFrom(firstTen: number): number {
  return firstTen * 10 + checkDigit(String(firstTen).padStart(10, "0"));
}

function checkDigit(digits: string): number {
  let rest = 10;
  for (const digit of digits) {
    const sum = (Number(digit) + rest) % 10;
    rest = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - rest) % 10;
}

const all = 10_000_000_000n;

/** The OIB of the subject at an index: unique, since the step has no factor in common with 10^10. */
export function oibAt(seed: number, index: number): number {
  const scrambled = BigInt(seed) * 7_919n + (BigInt(index) + 1n) * 7_368_787_213n;
  // A seed may be negative.
  return oibFrom(Number(((scrambled % all) + all) % all));
}

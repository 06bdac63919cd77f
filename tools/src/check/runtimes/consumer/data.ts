/** What the service holds while the check runs: the service is filled with it, and the scenario expects it. */

/** An integer that a JavaScript number cannot hold. */
export const large = 9_007_199_254_740_993n;

/** Register numbers of the seats, in the service's order. */
export const seats: readonly number[] = Array.from({ length: 150 }, (_, index) => 80_000_001 + index);

/** The row of `evidencijske_djelatnosti`, which has the large integer. */
export const activity: { mbs: number; upis_id_od: bigint; [field: string]: unknown } = {
  mbs: 80_000_001,
  djelatnost_rbr: 1,
  status: 1,
  prbu_od: 1,
  upis_id_od: large,
  djelatnost_tekst: "Kušanje vina",
};

/** A court case whose identifier is the large integer. */
export const courtCase: { id: bigint; oznakaBroj: string; sudId: number; stranke: object[] } = {
  id: large,
  oznakaBroj: "P-7/2024",
  sudId: 31,
  stranke: [{ naziv: "Primjer d.o.o.", nazivuloge: "Tužitelj" }],
};

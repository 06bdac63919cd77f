/** The service's data during the check, which the scenario expects. */

/** An integer that a JavaScript number cannot hold. */
export const large = 9_007_199_254_740_993n;

/** Register numbers of the seats, in the service's order. */
export const seats: readonly number[] = Array.from({ length: 150 }, (_, index) => 80_000_001 + index);

/** The row of `evidencijske_djelatnosti`, with the large integer. */
export const activity: { mbs: number; upis_id_od: bigint; [field: string]: unknown } = {
  mbs: 80_000_001,
  djelatnost_rbr: 1,
  status: 1,
  prbu_od: 1,
  upis_id_od: large,
  djelatnost_tekst: "Kušanje vina",
};

/** A court case with the large integer as its id. */
export const courtCase: { id: bigint; oznakaBroj: string; sudId: number; stranke: object[] } = {
  id: large,
  oznakaBroj: "P-7/2024",
  sudId: 31,
  stranke: [{ naziv: "Primjer d.o.o.", nazivuloge: "Tužitelj" }],
};

import { readFileSync } from "node:fs";
import type { Fail } from "@court-register/core";
import fc from "fast-check";
import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from "graphql";
import { describe, expect, test } from "vitest";
import { answer, listenScripted } from "../test/support/http.ts";
import { type Row, sdl, startService } from "../test/support/service.ts";
import { integerFields } from "./generated/documents.ts";
import { createCourtCasesClient, type Document, type Integers, RegisterError } from "./index.ts";
import { convertIntegers, keepIntegers } from "./integers.ts";

const schema = buildSchema(sdl);
type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (name: string): Field[] => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};

/** The scalars that are numbers in results, as the schema's types have them. */
const numbers = readFileSync(new URL("generated/schema.ts", import.meta.url), "utf8").matchAll(
  /^ {2}(\w+): \{ input: [^;]*; output: number; \}$/gm,
);
const integerScalars = new Set([...numbers].flatMap(([, name]) => (name === "Float" ? [] : name)));
const isInteger = (field: Field): boolean => integerScalars.has(getNamedType(field.type).name);

interface Position {
  field: Field;
  path: string;
  /** The list of the case that the field is in, if it is in one. */
  list: string | undefined;
}

/** Every field of a case and below, with its path in a response. */
const positions = fieldsOf("Predmet").flatMap((field): Position[] => {
  const inside = fieldsOf(getNamedType(field.type).name);
  return inside.length === 0
    ? [{ field, path: `predmet.${field.name}${"[0]".repeat(depthOf(field.type))}`, list: undefined }]
    : inside.map((inner) => ({
        ...{ field: inner, list: field.name },
        path: `predmet.${field.name}[0].${inner.name}${"[0]".repeat(depthOf(inner.type))}`,
      }));
});
/** Those that the service of these tests writes digit by digit. */
const integerPositions = positions.filter(({ field }) => getNamedType(field.type).name === "BigInteger");

/** How many lists a value is in. */
function depthOf(type: GraphQLOutputType): number {
  const inner = getNullableType(type);
  return isListType(inner) ? 1 + depthOf(inner.ofType) : 0;
}

/** Every field below a type that has none itself, with its path in a response. A type inside itself is left out. */
function below(name: string, above: readonly string[] = []): Pick<Position, "field" | "path">[] {
  return fieldsOf(name).flatMap((field) => {
    const inner = getNamedType(field.type).name;
    const path = `${field.name}${isListType(getNullableType(field.type)) ? "[12]" : ""}`;
    if (fieldsOf(inner).length === 0) return [{ field, path }];
    if (above.includes(inner)) return [];
    return below(inner, [...above, name]).map((one) => ({ ...one, path: `${path}.${one.path}` }));
  });
}

/** A case with one value at one position. */
const caseWith = ({ field, list }: Position, value: unknown): Row => {
  const listed = Array.from({ length: depthOf(field.type) }).reduce((inner) => [inner], value);
  return list === undefined ? { [field.name]: listed } : { [list]: [{ [field.name]: listed }] };
};
const valueAt = ({ field, list }: Position, found: unknown): unknown => {
  const row = found as Record<string, Row[] & unknown>;
  const value = list === undefined ? row[field.name] : row[list]?.[0]?.[field.name];
  return Array.isArray(value) ? value.flat(depthOf(field.type))[0] : value;
};

test("the integer fields are those of the schema, and nothing else", () => {
  for (const { field, path } of below("Query")) {
    const [name = "", above] = path.replaceAll("[12]", "").split(".").reverse();
    const listed = integerFields.includes(name) || integerFields.includes(`${above}.${name}`);
    expect([path, listed]).toEqual([path, isInteger(field)]);
  }
  expect(integerPositions).not.toEqual([]);
});

describe.each(["number", "string"] as const)("a service that writes integers as a %s", (integers) => {
  test.each(integerPositions)("$path beyond 2^53 is exact or an error", async (position) => {
    for (const value of [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      await using service = await startService({ predmeti: { "A@1": caseWith(position, value) } }, { integers });
      const key = { oznakaBroj: "A", sud: 1 };
      const exact = await createCourtCasesClient({ url: service.url, integers: "bigint" }).predmet(key);
      expect(valueAt(position, exact)).toBe(value);
      const refused = createCourtCasesClient({ url: service.url }).predmet(key);
      await expect(refused).rejects.toMatchObject({
        name: "RegisterError",
        kind: "unsafe-integer",
        path: position.path,
        message: expect.stringContaining(String(value)),
      });
    }
  });

  test("any integer is exact as a bigint, and exact or an error as a number", async () => {
    const predmeti: Record<string, Row> = {};
    await using service = await startService({ predmeti }, { integers });
    const asBigint = createCourtCasesClient({ url: service.url, integers: "bigint" });
    const asNumber = createCourtCasesClient({ url: service.url });
    const anyInteger = fc.oneof(
      fc.bigInt(),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
      fc.maxSafeInteger().map(BigInt),
    );
    await fc.assert(
      fc.asyncProperty(anyInteger, fc.constantFrom(...integerPositions), async (value, position) => {
        // The court is the same integer: a service that receives another one finds no case.
        predmeti[`A@${value}`] = caseWith(position, value);
        expect(valueAt(position, await asBigint.predmet({ oznakaBroj: "A", sud: value }))).toBe(value);
        const safe = Number.isSafeInteger(Number(value));
        const found = asNumber.predmet({ oznakaBroj: "A", sud: safe ? Number(value) : value });
        if (safe) expect(valueAt(position, await found)).toBe(Number(value));
        else await expect(found).rejects.toMatchObject({ kind: "unsafe-integer", path: position.path });
      }),
      { numRuns: 60 },
    );
  });
});

describe("custom documents", () => {
  const marks = `query ($mark: String, $court: BigInteger) {
    case: predmet(oznakaBroj: $mark, sud: $court) { nr: id, ...more stranke { predmetId naziv } }
  }
  fragment more on Predmet { upisnikId }` as Document<
    { case: { nr: number; upisnikId: number; stranke: { predmetId: number; naziv: string }[] } },
    { mark: string; court: number | bigint }
  >;
  const big = 2n ** 63n - 1n;
  const row = { id: big, upisnikId: big - 1n, stranke: [{ predmetId: big - 2n, naziv: "12" }] };

  test("numbers are exact under any alias and in fragments", async () => {
    await using service = await startService({ predmeti: { [`A@${big}`]: row } });
    const exact = createCourtCasesClient({ url: service.url, integers: "bigint" });
    expect(await exact.request(marks, { mark: "A", court: big })).toEqual({
      case: { nr: big, upisnikId: big - 1n, stranke: [{ predmetId: big - 2n, naziv: "12" }] },
    });
    const refused = createCourtCasesClient({ url: service.url }).request(marks, { mark: "A", court: big });
    await expect(refused).rejects.toMatchObject({ kind: "unsafe-integer", path: "case.nr" });
  });

  test("text is an integer only under the contract's name", async () => {
    await using service = await startService({ predmeti: { "A@1": row } }, { integers: "string" });
    const exact = createCourtCasesClient({ url: service.url, integers: "bigint" });
    expect(await exact.request(marks, { mark: "A", court: 1 })).toEqual({
      case: { nr: String(big), upisnikId: big - 1n, stranke: [{ predmetId: big - 2n, naziv: "12" }] },
    });
  });
});

test("text that a document gives the name of an integer stays text", async () => {
  await using service = await startService({ sudovi: [{ id: 2n ** 64n, sudOznaka: "12", sudNaziv: "Sud" }] });
  const courtCases = createCourtCasesClient({ url: service.url, integers: "bigint" });
  for (const document of [
    "{ sudovi { id: sudOznaka broj:sudNaziv nr: id } }",
    "{sudovi{razina,id\n:\nsudOznaka broj : sudNaziv nr:id}}",
  ]) {
    const { sudovi } = await courtCases.request(document as Document<{ sudovi: object[] }>);
    expect(sudovi).toMatchObject([{ id: "12", broj: "Sud", nr: 2n ** 64n }]);
  }
});

test.each([
  ["a variable", "(oznakaBroj: $mark, sud: $sud)"],
  ["a number", "(sud: 7)"],
  ["null", "(sud: null)"],
  ["text", '(oznakaBroj: "sud: x")'],
  ["a comment", "# sud: the court (of law\n"],
])("%s with the name of an integer is not an alias", (_, between) => {
  const document = `query ($mark: String, $sud: BigInteger) { predmet ${between} { stariPredmet { sud } } }`;
  const fail: Fail = (kind, problem, advice = "") =>
    new RegisterError(problem, undefined, { kind, problem, advice, operation: "request", url: "", attempts: 1 });
  const data = { predmet: { stariPredmet: [{ sud: "12" }] } };
  const settings = { integers: "number", document, fail } as const;
  expect(convertIntegers(data, "", settings)).toEqual({ predmet: { stariPredmet: [{ sud: 12 }] } });
});

test.each([
  ["a fraction", 1.5],
  ["other text", "Ovr"],
  ["empty text", ""],
  ["hexadecimal text", "0x10"],
  ["a boolean", true],
])("%s instead of an integer is an error", async (_, value) => {
  await using server = await listenScripted((_seen, response) =>
    answer(response, { data: { sudovi: [{ id: 1 }, { id: value }] } }),
  );
  for (const integers of ["number", "bigint"] satisfies Integers[]) {
    const found = createCourtCasesClient({ url: server.origin, integers }).sudovi();
    await expect(found).rejects.toMatchObject({ kind: "decode", path: "sudovi[1].id" });
  }
});

test("a number in the notation of a double is exact, or an error that calls it rounded", async () => {
  let id = "";
  await using server = await listenScripted((_seen, response) =>
    answer(response, `{"data":{"sudovi":[{"id":${id}}]}}`),
  );
  const courtCases = createCourtCasesClient({ url: server.origin, integers: "bigint" });
  for (id of ["100", "100.0", "1E2"]) expect(await courtCases.sudovi()).toMatchObject([{ id: 100n }]);
  for (id of ["4503599627370497.5", "1e-400", "1.00000000000000000001"])
    await expect(courtCases.sudovi()).rejects.toMatchObject({ kind: "decode", path: "sudovi[0].id" });
  id = "9007199254740993.0";
  await expect(courtCases.sudovi()).rejects.toMatchObject({
    kind: "unsafe-integer",
    message: expect.stringContaining("sudovi[0].id is 9007199254740992, rounded by the service or by this runtime."),
  });
});

test("a number that is infinite to JavaScript is an error with its place, whatever it stands for", async () => {
  const numbers = ["1e400", "-1e309", "1E+999", `1${"0".repeat(400)}e0`, `${"9".repeat(330)}.5`];
  for (const number of numbers) {
    await using server = await listenScripted((_seen, response) =>
      answer(response, `{"data":{"sudovi":[{"id":1},{"sudNaziv":${number}}]}}`),
    );
    for (const integers of ["number", "bigint"] as const) {
      const { sudovi } = createCourtCasesClient({ url: server.origin, integers });
      const error = await sudovi().catch((thrown) => thrown);
      expect(error).toMatchObject({ kind: "decode", path: "sudovi[1].sudNaziv" });
      expect(error.message).toContain(`sudovi[1].sudNaziv is ${number.slice(0, 60)}, which is no integer written out`);
    }
  }
});

test("a number in an error that is infinite to JavaScript is its text", async () => {
  await using server = await listenScripted((_seen, response) =>
    answer(response, '{"data":null,"errors":[{"message":"no","extensions":{"cost":1e400,"limit":5}}]}'),
  );
  const error = await createCourtCasesClient({ url: server.origin })
    .sudovi()
    .catch((thrown) => thrown);
  expect(error.errors).toEqual([{ message: "no", extensions: { cost: "1e400", limit: 5 } }]);
});

test("a number that may be rounded is an error if the runtime does not pass its text", () => {
  const rounded = keepIntegers("id", 2 ** 53, undefined);
  const fail: Fail = (kind, problem, advice = "") =>
    new RegisterError(problem, undefined, { kind, problem, advice, operation: "sudovi", url: "", attempts: 1 });
  expect(rounded).toBe(2 ** 53);
  const settings = { integers: "bigint", document: "{ sudovi { id } }", fail } as const;
  expect(() => convertIntegers(rounded, "id", settings)).toThrow(expect.objectContaining({ kind: "unsafe-integer" }));
});

test.each([2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 1.5])(
  "the variable %s is refused before anything is sent",
  async (sud) => {
    await using server = await listenScripted((_seen, response) => answer(response, { data: { predmet: null } }));
    const asked = createCourtCasesClient({ url: server.origin }).predmet({ oznakaBroj: "A", sud });
    await expect(asked).rejects.toBeInstanceOf(RegisterError);
    await expect(asked).rejects.toMatchObject({ kind: sud === 2 ** 53 ? "unsafe-integer" : "decode", path: "sud" });
    expect(server.seen).toHaveLength(0);
  },
);

test("a bigint is sent as a number, digit by digit", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, { data: { predmet: null } }));
  await createCourtCasesClient({ url: server.origin }).predmet({ oznakaBroj: "A", sud: 2n ** 63n - 1n });
  expect(server.seen[0]?.body).toContain('"sud":9223372036854775807}');
});

test("variables that cannot be sent are refused before headers are requested", async () => {
  let requested = 0;
  const headers = () => {
    requested++;
    return {};
  };
  const courtCases = createCourtCasesClient({ url: "https://primjer.hr", headers });
  const call = courtCases.predmet({ oznakaBroj: "A", sud: 1.5 });
  await expect(call).rejects.toMatchObject({ kind: "decode", path: "sud", attempts: 1 });
  expect(requested).toBe(0);
});

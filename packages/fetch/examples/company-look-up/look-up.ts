/** Prints names, seat, capital and activities of a company: `npm start 080012345`, or with an OIB. */
import { createRegisterClient, RegisterError } from "@court-register/fetch";
import { formatMbs, formatOib } from "@court-register/fetch/identifiers";
import { type Company, findCompany, type Progress, readNumber } from "./company.ts";

const [number, ...name] = process.argv.slice(2);
const { COURT_REGISTER_BASE_URL: baseUrl, COURT_REGISTER_KEY: subscriptionKey } = process.env;

/** Prints what is wrong, and exits. */
function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Shows the progress, on a terminal. */
const progress: Progress = (list, rows, total) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${list}: ${rows}${total ? ` of ${total}` : ""}`);
};

function print({ subject, names, translations, seats, capital, activities }: Company): void {
  const lines = [
    ...names.map(({ ime }) => ["Name", ime ?? "unknown"]),
    ...translations.map(({ ime, jezik }) => ["", [ime, jezik?.naziv && `(${jezik.naziv})`].filter(Boolean).join(" ")]),
    ["MBS", formatMbs(subject.mbs ?? 0)],
    ["OIB", subject.oib == null ? "none" : formatOib(subject.oib)],
    ...seats.map((seat) => {
      const street = [seat.ulica, `${seat.kucni_broj ?? ""}${seat.kucni_podbroj ?? ""}`].filter(Boolean).join(" ");
      const place = [seat.naziv_naselja ?? seat.naselje_van_sifrarnika, seat.naziv_zupanije, seat.drzava?.naziv];
      return ["Seat", [street, ...place].filter(Boolean).join(", ")];
    }),
    ...capital.map(({ iznos, valuta }) => ["Capital", `${iznos?.toFixed(2) ?? "unknown"} ${valuta?.naziv ?? ""}`]),
    ...activities.map(({ djelatnost_tekst: text }) => ["Activity", text ?? "unknown"]),
  ];
  for (const [label = "", value] of lines) console.log(`${label.padEnd(10)}${value}`);
}

if (!number) fail("Which company? Usage: npm start NUMBER [PART OF ITS NAME], where NUMBER is an OIB or an MBS.");
if (!baseUrl || !URL.canParse(baseUrl))
  fail("COURT_REGISTER_BASE_URL must be the root of the service, such as https://registar.primjer.hr");
if (!subscriptionKey)
  fail("COURT_REGISTER_KEY is not set: it is the subscription key from your profile at the service.");

try {
  const wanted = readNumber(number);
  const register = createRegisterClient({ baseUrl, subscriptionKey });
  const company = await findCompany(register, wanted, name.join(" ") || undefined, progress);
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  if (!company)
    fail(`There is no subject with the ${wanted.field.toUpperCase()} ${number}${name.length ? " and that name" : ""}.`);
  print(company);
} catch (error) {
  if (error instanceof RangeError) fail(error.message);
  if (!(error instanceof RegisterError)) throw error;
  fail(
    error.kind === "authentication"
      ? `The service refuses the key in COURT_REGISTER_KEY.\n${error.message}`
      : error.message,
  );
}

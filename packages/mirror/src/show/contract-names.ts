/** The names of the contract, as the clients have them: a name written by hand that the contract no longer has does not compile. */
import type { RegisterClient } from "@court-register/fetch";
import type { PredmetQuery, SudoviQuery, VrstaUpisnikaQuery } from "@court-register/graphql";
import type { WireValue } from "../wire/wire.ts";

/** A list of the company register. A resource without one has only what is asked for by its number. */
export type ListName = {
  [Name in keyof RegisterClient]: RegisterClient[Name] extends {
    list(...given: never[]): PromiseLike<readonly object[]>;
  }
    ? Name
    : never;
}[keyof RegisterClient];

/** What the documents ask for. A case is the row of `predmet`, and has the other lists about it. */
type CaseAnswers = PredmetQuery & NonNullable<PredmetQuery["predmet"]> & SudoviQuery & VrstaUpisnikaQuery;

/** A list of the court cases. */
export type CaseListName = {
  [Name in keyof CaseAnswers]: NonNullable<CaseAnswers[Name]> extends object ? Name : never;
}[keyof CaseAnswers];

type RegisterRow<List extends ListName> = Awaited<ReturnType<RegisterClient[List]["list"]>>[number];

type CaseRow<List extends CaseListName> = NonNullable<
  CaseAnswers[List] extends readonly (infer Element)[] | null ? Element : CaseAnswers[List]
>;

/** A field of a list, or of any list of the company register. */
export type FieldOf<List extends ListName | CaseListName = ListName> = {
  [Name in List]: string &
    keyof (Name extends ListName ? RegisterRow<Name> : Name extends CaseListName ? CaseRow<Name> : never);
}[List];

/** A row by the names that the contract has for its fields. Rows of older states may lack them. */
export type WireRow<List extends ListName | CaseListName> = { readonly [Field in FieldOf<List>]?: WireValue };

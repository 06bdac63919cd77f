/** The names of the contract, as the client has them: a name written by hand that the contract no longer has does not compile. */
import type { RegisterClient } from "@court-register/fetch";

export type ListName = keyof RegisterClient;

type RowOf<List extends ListName> = Awaited<ReturnType<RegisterClient[List]["list"]>>[number];

/** A field of a list, or of any list. */
export type FieldOf<List extends ListName = ListName> = { [Name in List]: keyof RowOf<Name> & string }[List];

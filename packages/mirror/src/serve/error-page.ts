import { html } from "ghtml";
import { layout, searchForm } from "./layout.ts";

/** The page for what cannot be shown. */
export const errorPage = (message: string): string =>
  layout("Not shown", html`<h1>Not shown</h1><p>${message}</p>!${searchForm("")}`);

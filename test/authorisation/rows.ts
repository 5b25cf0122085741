import { findRows } from "../support/find-rows.ts";
import type { Rows } from "./row.ts";

/** Who may call what: names and rows. */
export const rows = (await findRows<Rows>("accessRows")).flatMap((some) => Object.entries(some));

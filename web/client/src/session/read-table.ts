import { fieldsOf } from "../preferences/readers.ts";

/** A settings text as a table; whatever another client wrote that is none counts as empty. */
export function readTable(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

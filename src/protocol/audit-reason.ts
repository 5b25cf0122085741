import Type from "typebox";
import type { Fail } from "./error.ts";
import { maxHeadLength } from "./schema.ts";

/** The header of every call that leaves an entry in the audit log. */
export const AuditHeaders = Type.Object({
  "x-audit-log-reason": Type.Optional(
    Type.String({ maxLength: maxHeadLength, description: "Reason for the audit log; at most 512 bytes." }),
  ),
});

const maxBytes = 512;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export function readAuditReason(
  header: string | null | undefined,
  fail: Fail<"HeaderTooLarge">,
): string | undefined {
  if (header === null || header === undefined) return undefined;
  // HTTP gives one character for each byte of a header.
  const bytes = Buffer.from(header, "latin1");
  if (bytes.length > maxBytes) throw fail("HeaderTooLarge");
  try {
    return utf8.decode(bytes);
  } catch {
    return header;
  }
}

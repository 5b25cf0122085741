import type { Static } from "typebox";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import type { AuditAction, AuditHeaders } from "../model.ts";
import type { AuditTables } from "../tables.ts";

const longestReason = 512;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The reason that the caller gives, if it is short enough. To be asked for before anything else is done. */
export function readReason(
  headers: Static<typeof AuditHeaders>,
  fail: Fail<"HeaderTooLarge">,
): string | undefined {
  const reason = headers["x-audit-log-reason"];
  if (reason === undefined) return undefined;
  // Headers come as one character for each byte.
  const bytes = Buffer.from(reason, "latin1");
  if (bytes.length > longestReason) throw fail("HeaderTooLarge");
  try {
    return utf8.decode(bytes);
  } catch {
    return reason;
  }
}

export interface Deed {
  readonly server: string;
  readonly by: string;
  /** To whom, if to somebody. */
  readonly target?: string | undefined;
  readonly reason?: string | undefined;
  readonly action: AuditAction;
}

/** Writes into the audit log of a server, together with what was done. */
export async function recordAudit(tx: Reader, { server, by, target, reason, action }: Deed): Promise<void> {
  const { type, ...details } = action;
  await tx
    .sql<AuditTables>()
    .insertInto("audit_entries")
    .values({
      id: tx.services.ids.next(),
      server_id: server,
      user_id: by,
      target_id: target ?? null,
      reason: reason ?? null,
      type,
      details: JSON.stringify(details),
    })
    .execute();
}

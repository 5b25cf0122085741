import type { AdminReportDetails } from "../api/types.ts";

/** A message as a report keeps it. */
export interface KeptMessage {
  readonly _id: string;
  readonly author: string;
  readonly content?: string;
  readonly masquerade?: { readonly name?: string };
  readonly webhook?: { readonly name?: string };
  readonly attachments?: readonly { readonly filename: string; readonly size: number }[];
}

interface KeptUser {
  readonly _id: string;
  readonly username: string;
  readonly discriminator: string;
  readonly display_name?: string;
  readonly profile?: { readonly content?: string };
}

/** What was reported, as it was then. */
export type Snapshot =
  | {
      readonly kind: "Message";
      readonly message: KeptMessage;
      readonly before: readonly KeptMessage[];
      readonly after: readonly KeptMessage[];
      readonly author?: KeptUser;
      readonly channel: { readonly _id: string; readonly name?: string };
      readonly server?: string;
    }
  | {
      readonly kind: "Server";
      readonly server: { readonly name: string; readonly description?: string; readonly owner: string };
      readonly channels: readonly { readonly _id: string; readonly name: string }[];
    }
  | { readonly kind: "User"; readonly user: KeptUser };

export const snapshotsOf = ({ snapshots }: AdminReportDetails): readonly Snapshot[] =>
  snapshots as readonly Snapshot[];

/** The person whom the report is about, if it is one: the author of a message, or the owner of a server. */
export function accusedOf(details: AdminReportDetails): { id: string; name: string } | undefined {
  const { report, names } = details;
  const named = (id: string | undefined) => (id === undefined ? undefined : { id, name: names[id] ?? id });
  if (report.type === "User") return named(report.content_id);
  for (const snapshot of snapshotsOf(details)) {
    if (snapshot.kind === "Message") return named(snapshot.author?._id);
    if (snapshot.kind === "Server") return named(snapshot.server.owner);
  }
  return undefined;
}

/** The time at which an id was made: its first ten characters count milliseconds. */
export function timeOfId(id: string): string {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const time = [...id.slice(0, 10)].reduce((sum, digit) => sum * 32 + Math.max(0, digits.indexOf(digit)), 0);
  return new Date(time).toISOString();
}

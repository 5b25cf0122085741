import { timeOfId } from "../../../platform/ids/ids.ts";
import type { File } from "../../../protocol/file.ts";
import type { Message } from "../../messages/index.ts";
import type { ReportedContent, ReportedUser, ReportSnapshot } from "../model.ts";
import type { ReportRow } from "../tables.ts";
import { filesOfMessage } from "./snapshot-files.ts";

export interface ReportPage {
  readonly report: ReportRow;
  readonly snapshots: readonly ReportSnapshot[];
  /** The current names of users, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The storage keys of files, by file id. */
  readonly blobKeys: ReadonlyMap<string, string>;
}

type Fields = readonly (readonly [label: string, value: string | number | undefined])[];

/** Formats a report for the operator who decides on it: reporter, reason and the captured content. */
export function describeReport(page: ReportPage): string {
  return [describeHeader(page), ...page.snapshots.map((snapshot) => describeSnapshot(snapshot, page))].join(
    "\n\n",
  );
}

/** The creation time that an id contains, or a dash. */
export function creationTimeOf(id: string): string {
  const time = timeOfId(id);
  return Number.isNaN(time) ? "-" : new Date(time).toISOString();
}

function describeHeader({ report, names }: ReportPage): string {
  const { type, id, report_reason } = JSON.parse(report.content) as ReportedContent;
  return table([
    ["Report", report.id],
    ["Made", creationTimeOf(report.id)],
    ["By", formatUser(report.author_id, names)],
    ["About", `${type} ${id}`],
    ["Reason", report_reason],
    ["Context", report.additional_context || undefined],
    ["Status", report.status],
    ["Closed", report.closed_at === null ? undefined : new Date(report.closed_at).toISOString()],
    ["Rejected", report.rejection_reason ?? undefined],
    ["Notes", report.notes || undefined],
  ]);
}

function describeSnapshot(snapshot: ReportSnapshot, page: ReportPage): string {
  const file = (stored: File | undefined) => stored && describeFile(stored, page);
  if (snapshot.kind === "User") return describeUser("User", snapshot.user, file);
  if (snapshot.kind === "Server") {
    const { server, channels } = snapshot;
    return table([
      ["Server", `${server.name} (${server._id})`],
      ["Owner", formatUser(server.owner, page.names)],
      ["Members", server.approximate_member_count],
      ["Description", server.description],
      ["Icon", file(server.icon)],
      ["Banner", file(server.banner)],
      ...channels.map(({ _id, name }) => ["Channel", `${name} (${_id})`] as const),
    ]);
  }
  const { message, before, after, author, channel, server } = snapshot;
  const location = table([
    ["Channel", [channel.name, `(${channel._id})`, channel.channel_type].filter(Boolean).join(" ")],
    ["Server", server],
  ]);
  const messages = [
    ...before.map((other) => describeMessage(other, page)),
    // Only the reported message starts with a mark: content is always indented, so no text can forge it.
    `> ${describeMessage(message, page).slice(2)}`,
    ...after.map((other) => describeMessage(other, page)),
  ];
  return [location, ...(author ? [describeUser("Author", author, file)] : []), messages.join("\n")].join(
    "\n\n",
  );
}

function describeUser(
  label: string,
  user: ReportedUser,
  file: (stored: File | undefined) => string | undefined,
): string {
  return table([
    [label, `${user.username}#${user.discriminator} (${user._id})`],
    ["Shown as", user.display_name],
    ["Pronouns", user.pronouns],
    ["Status", user.status?.text],
    ["Bot of", user.bot?.owner],
    ["Avatar", file(user.avatar)],
    ["Profile", user.profile.content],
    ["Background", file(user.profile.background)],
  ]);
}

function describeMessage(message: Message, page: ReportPage): string {
  const { _id, author, content, system, masquerade, webhook, edited, embeds = [] } = message;
  const shownAs = masquerade?.name ?? webhook?.name;
  const byline = [
    formatUser(author, page.names),
    shownAs !== undefined && `as ${shownAs}`,
    edited && "edited",
  ];
  const contents = [
    content,
    system && `system message ${JSON.stringify(system)}`,
    ...filesOfMessage(message).map((file) => `file ${describeFile(file, page)}`),
    ...embeds.map((embed) => `embed ${JSON.stringify(embed)}`),
  ];
  const lines = contents
    .filter((text) => text !== undefined)
    .map((text) => indent(sanitizeForTerminal(text), 4));
  return [
    `  ${creationTimeOf(_id)} ${_id} ${sanitizeForTerminal(byline.filter(Boolean).join(", "), " ")}`,
    ...lines,
  ].join("\n");
}

function describeFile({ _id, filename, content_type, size }: File, { blobKeys }: ReportPage): string {
  const key = blobKeys.get(_id);
  const storage = key === undefined ? "no longer stored" : `stored as ${key}`;
  return `${filename} (${content_type}, ${size} bytes, ${storage})`;
}

function formatUser(id: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(id);
  return name === undefined ? id : `${name} (${id})`;
}

function table(fields: Fields): string {
  const present = fields.filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([label]) => label.length)) + 2;
  return present
    .map(
      ([label, value]) =>
        `${label.padEnd(width)}${indent(sanitizeForTerminal(`${value}`), width).trimStart()}`,
    )
    .join("\n");
}

function indent(text: string, by: number): string {
  return text.replace(/^/gm, " ".repeat(by));
}

/**
 * Replaces characters of untrusted text that move the cursor or change the direction of writing, and turns every line
 * break into one that `indent` recognizes.
 */
export function sanitizeForTerminal(text: string, lineBreak = "\n"): string {
  return text
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, lineBreak)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (control) =>
      control === "\n" ? control : "\ufffd",
    );
}

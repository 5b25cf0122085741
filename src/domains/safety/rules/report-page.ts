import { timeOfId } from "../../../platform/ids.ts";
import type { File } from "../../../protocol/file.ts";
import type { Message } from "../../messages/index.ts";
import type { ReportedContent, ReportedUser, Snapshot } from "../model.ts";
import type { ReportRow } from "../tables.ts";
import { filesOfMessage } from "./files-in.ts";
import { plain } from "./plain.ts";

export interface ReportPage {
  readonly report: ReportRow;
  readonly snapshots: readonly Snapshot[];
  /** What people are called now, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Where the content of files is stored, by id. */
  readonly blobKeys: ReadonlyMap<string, string>;
}

type Fields = readonly (readonly [label: string, value: string | number | undefined])[];

/** A report as somebody reads it who is to decide: who reported what and why, and what it looked like. */
export function describeReport(page: ReportPage): string {
  return [head(page), ...page.snapshots.map((snapshot) => describeSnapshot(snapshot, page))].join("\n\n");
}

/** When an object was made, by its id. */
export function momentOf(id: string): string {
  const time = timeOfId(id);
  return Number.isNaN(time) ? "-" : new Date(time).toISOString();
}

function head({ report, names }: ReportPage): string {
  const { type, id, report_reason } = JSON.parse(report.content) as ReportedContent;
  return table([
    ["Report", report.id],
    ["Made", momentOf(report.id)],
    ["By", personName(report.author_id, names)],
    ["About", `${type} ${id}`],
    ["Reason", report_reason],
    ["Context", report.additional_context || undefined],
    ["Status", report.status],
    ["Closed", report.closed_at === null ? undefined : new Date(report.closed_at).toISOString()],
    ["Rejected", report.rejection_reason ?? undefined],
    ["Notes", report.notes || undefined],
  ]);
}

function describeSnapshot(snapshot: Snapshot, page: ReportPage): string {
  const file = (stored: File | undefined) => stored && describeFile(stored, page);
  if (snapshot.kind === "User") return describeUser("User", snapshot.user, file);
  if (snapshot.kind === "Server") {
    const { server, channels } = snapshot;
    return table([
      ["Server", `${server.name} (${server._id})`],
      ["Owner", personName(server.owner, page.names)],
      ["Members", server.approximate_member_count],
      ["Description", server.description],
      ["Icon", file(server.icon)],
      ["Banner", file(server.banner)],
      ...channels.map(({ _id, name }) => ["Channel", `${name} (${_id})`] as const),
    ]);
  }
  const { message, before, after, author, channel, server } = snapshot;
  const place = table([
    ["Channel", [channel.name, `(${channel._id})`, channel.channel_type].filter(Boolean).join(" ")],
    ["Server", server],
  ]);
  const said = [
    ...before.map((one) => describeMessage(one, page)),
    // The one that it is about is marked, as nothing that somebody wrote can be: that is always set in.
    `> ${describeMessage(message, page).slice(2)}`,
    ...after.map((one) => describeMessage(one, page)),
  ];
  return [place, ...(author ? [describeUser("Author", author, file)] : []), said.join("\n")].join("\n\n");
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
  const who = [personName(author, page.names), shownAs !== undefined && `as ${shownAs}`, edited && "edited"];
  const parts = [
    content,
    system && `system message ${JSON.stringify(system)}`,
    ...filesOfMessage(message).map((file) => `file ${describeFile(file, page)}`),
    ...embeds.map((embed) => `embed ${JSON.stringify(embed)}`),
  ];
  const said = parts.filter((part) => part !== undefined).map((part) => indent(plain(part), 4));
  return [`  ${momentOf(_id)} ${_id} ${plain(who.filter(Boolean).join(", "), " ")}`, ...said].join("\n");
}

function describeFile({ _id, filename, content_type, size }: File, { blobKeys }: ReportPage): string {
  const key = blobKeys.get(_id);
  const where = key === undefined ? "no longer stored" : `stored as ${key}`;
  return `${filename} (${content_type}, ${size} bytes, ${where})`;
}

function personName(id: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(id);
  return name === undefined ? id : `${name} (${id})`;
}

function table(fields: Fields): string {
  const known = fields.filter(([, value]) => value !== undefined);
  const width = Math.max(...known.map(([label]) => label.length)) + 2;
  return known
    .map(([label, value]) => `${label.padEnd(width)}${indent(plain(`${value}`), width).trimStart()}`)
    .join("\n");
}

function indent(text: string, by: number): string {
  return text.replace(/^/gm, " ".repeat(by));
}

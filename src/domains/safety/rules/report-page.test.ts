import { expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import type { ReportedUser, ReportSnapshot } from "../model.ts";
import type { ReportRow } from "../tables.ts";
import { creationTimeOf, describeReport, sanitizeForTerminal } from "./report-page.ts";
import { filesOfSnapshot } from "./snapshot-files.ts";

const id = (last: string) => `01ARZ3NDEKTSV4RRFFQ69G5FA${last}`;
const createdAt = "2016-07-30T23:54:10.259Z";
const [ann, bob] = [id("A"), id("B")];

const file = (_id: string): File => ({
  _id,
  tag: "attachments",
  filename: "note.txt",
  metadata: { type: "Text" },
  content_type: "text/plain",
  size: 12,
});

const user: ReportedUser = {
  _id: bob,
  username: "Bob",
  discriminator: "0002",
  relationship: "None",
  online: false,
  avatar: file("avatar"),
  profile: { content: "Line one\nLine two" },
};

const report: ReportRow = {
  id: id("R"),
  author_id: ann,
  content: JSON.stringify({ type: "Message", id: id("2"), report_reason: "Harassment" }),
  additional_context: "",
  status: "Created",
  rejection_reason: null,
  notes: "",
  closed_at: null,
};

const page = (snapshots: readonly ReportSnapshot[], changes: Partial<ReportRow> = {}) =>
  describeReport({
    report: { ...report, ...changes },
    snapshots,
    names: new Map([[ann, "Ann#0001"]]),
    blobKeys: new Map([["kept", "key-1"]]),
  });

const message = (_id: string, content: string) => ({ _id, channel: id("C"), author: bob, content });

const ofMessage: ReportSnapshot = {
  kind: "Message",
  message: {
    ...message(id("2"), "Bad.\n> not marked \u001b[2J"),
    attachments: [file("kept")],
    embeds: [{ type: "Text", title: "Odd", media: file("deleted") }],
    masquerade: { name: "The\nPope" },
    edited: createdAt,
  },
  before: [{ ...message(id("1"), ""), author: ann, content: "Before." }],
  after: [message(id("3"), "After.")],
  author: user,
  channel: { _id: id("C"), channel_type: "TextChannel", name: "General" },
  server: id("S"),
};

test("a report shows the message among its neighbours, with a mark that no content can forge", () => {
  expect(page([ofMessage]).split("\n")).toEqual([
    `Report  ${id("R")}`,
    `Made    ${createdAt}`,
    `By      Ann#0001 (${ann})`,
    `About   Message ${id("2")}`,
    "Reason  Harassment",
    "Status  Created",
    "",
    `Channel  General (${id("C")}) TextChannel`,
    `Server   ${id("S")}`,
    "",
    `Author   Bob#0002 (${bob})`,
    "Avatar   note.txt (text/plain, 12 bytes, no longer stored)",
    "Profile  Line one",
    "         Line two",
    "",
    `  ${createdAt} ${id("1")} Ann#0001 (${ann})`,
    "    Before.",
    `> ${createdAt} ${id("2")} ${bob}, as The Pope, edited`,
    "    Bad.",
    "    > not marked \ufffd[2J",
    "    file note.txt (text/plain, 12 bytes, stored as key-1)",
    "    file note.txt (text/plain, 12 bytes, no longer stored)",
    `    embed ${JSON.stringify({ type: "Text", title: "Odd", media: file("deleted") })}`,
    `  ${createdAt} ${id("3")} ${bob}`,
    "    After.",
  ]);
});

test("a report shows servers, users and how it was closed", () => {
  const server = {
    ...{ _id: id("S"), owner: ann, name: "Otters", channels: [id("C")] },
    ...{ default_permissions: 0, approximate_member_count: 3, icon: file("icon") },
  };
  const ofServer: ReportSnapshot = { kind: "Server", server, channels: [{ _id: id("C"), name: "General" }] };
  const ofUser: ReportSnapshot = { kind: "User", user };
  const closed = { status: "Rejected", rejection_reason: "Fine", closed_at: 0, notes: "Seen" } as const;
  const text = page([ofServer, ofUser], { ...closed, additional_context: "Why\u2028not" });
  for (const part of [
    "Context   Why\n          not",
    "Status    Rejected\nClosed    1970-01-01T00:00:00.000Z\nRejected  Fine\nNotes     Seen",
    `Server   Otters (${id("S")})\nOwner    Ann#0001 (${ann})\nMembers  3`,
    `Channel  General (${id("C")})`,
    `User     Bob#0002 (${bob})`,
  ])
    expect(text).toContain(part);
  expect([ofServer, ofUser, ofMessage].map((some) => filesOfSnapshot(some).map(({ _id }) => _id))).toEqual([
    ["icon"],
    ["avatar"],
    ["kept", "deleted"],
  ]);
});

test("an invalid id has no creation time", () => {
  expect(creationTimeOf("webhook")).toBe("-");
});

test("control characters and direction marks are replaced", () => {
  expect(sanitizeForTerminal("\u001b[2J\u0007\u009b\u007f\tx")).toBe("\ufffd[2J\ufffd\ufffd\ufffd\ufffdx");
  expect(sanitizeForTerminal("a\u202eb\u2066c\u061c\u200fd")).toBe("a\ufffdb\ufffdc\ufffd\ufffdd");
  expect(sanitizeForTerminal("naïve 👩‍👩‍👧 “quoted”")).toBe("naïve 👩‍👩‍👧 “quoted”");
});

test("every kind of line break becomes the same one", () => {
  expect(sanitizeForTerminal("a\r\nb\rc\nd\u2028e\u0085f")).toBe("a\nb\nc\nd\ne\nf");
  expect(sanitizeForTerminal("a\r\nb\u2029c", " ")).toBe("a b c");
});

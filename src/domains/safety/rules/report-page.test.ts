import { expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import type { ReportedUser, Snapshot } from "../model.ts";
import type { ReportRow } from "../tables.ts";
import { filesIn } from "./files-in.ts";
import { describeReport, momentOf } from "./report-page.ts";

const id = (last: string) => `01ARZ3NDEKTSV4RRFFQ69G5FA${last}`;
const made = "2016-07-30T23:54:10.259Z";
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

const page = (snapshots: readonly Snapshot[], changes: Partial<ReportRow> = {}) =>
  describeReport({
    report: { ...report, ...changes },
    snapshots,
    names: new Map([[ann, "Ann#0001"]]),
    blobKeys: new Map([["kept", "key-1"]]),
  });

const message = (_id: string, content: string) => ({ _id, channel: id("C"), author: bob, content });

const ofMessage: Snapshot = {
  kind: "Message",
  message: {
    ...message(id("2"), "Bad.\n> not marked \u001b[2J"),
    attachments: [file("kept")],
    embeds: [{ type: "Text", title: "Odd", media: file("gone") }],
    masquerade: { name: "The\nPope" },
    edited: made,
  },
  before: [{ ...message(id("1"), ""), author: ann, content: "Before." }],
  after: [message(id("3"), "After.")],
  author: user,
  channel: { _id: id("C"), channel_type: "TextChannel", name: "General" },
  server: id("S"),
};

test("a message is shown among others, and marked as nothing else can be", () => {
  expect(page([ofMessage]).split("\n")).toEqual([
    `Report  ${id("R")}`,
    `Made    ${made}`,
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
    `  ${made} ${id("1")} Ann#0001 (${ann})`,
    "    Before.",
    `> ${made} ${id("2")} ${bob}, as The Pope, edited`,
    "    Bad.",
    "    > not marked \ufffd[2J",
    "    file note.txt (text/plain, 12 bytes, stored as key-1)",
    "    file note.txt (text/plain, 12 bytes, no longer stored)",
    `    embed ${JSON.stringify({ type: "Text", title: "Odd", media: file("gone") })}`,
    `  ${made} ${id("3")} ${bob}`,
    "    After.",
  ]);
});

test("servers, users and what became of a report", () => {
  const server = {
    ...{ _id: id("S"), owner: ann, name: "Place", channels: [id("C")] },
    ...{ default_permissions: 0, approximate_member_count: 3, icon: file("icon") },
  };
  const ofServer: Snapshot = { kind: "Server", server, channels: [{ _id: id("C"), name: "General" }] };
  const ofUser: Snapshot = { kind: "User", user };
  const closed = { status: "Rejected", rejection_reason: "Fine", closed_at: 0, notes: "Seen" } as const;
  const text = page([ofServer, ofUser], { ...closed, additional_context: "Why\u2028not" });
  for (const part of [
    "Context   Why\n          not",
    "Status    Rejected\nClosed    1970-01-01T00:00:00.000Z\nRejected  Fine\nNotes     Seen",
    `Server   Place (${id("S")})\nOwner    Ann#0001 (${ann})\nMembers  3`,
    `Channel  General (${id("C")})`,
    `User     Bob#0002 (${bob})`,
  ])
    expect(text).toContain(part);
  expect([ofServer, ofUser, ofMessage].map((some) => filesIn(some).map(({ _id }) => _id))).toEqual([
    ["icon"],
    ["avatar"],
    ["kept", "gone"],
  ]);
});

test("an id that is none has no moment", () => {
  expect(momentOf("webhook")).toBe("-");
});

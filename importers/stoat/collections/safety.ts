import { messageView } from "../../../src/domains/messages/index.ts";
import {
  filesOfSnapshot,
  ReportedContent,
  type ReportRow,
  type ReportSnapshot,
} from "../../../src/domains/safety/index.ts";
import { LazyValidator } from "../../../src/platform/memoize/lazy-validator.ts";
import type { File } from "../../../src/protocol/file.ts";
import { rowWith } from "../known-rows.ts";
import type { DocumentTarget, ImportStep } from "../step.ts";
import { fileIdOf } from "../values/file-references.ts";
import { plainJson } from "../values/plain-json.ts";
import {
  type Document,
  documentOf,
  idOf,
  idsOf,
  integerOf,
  listOf,
  optionalText,
  permissionsOf,
  textOf,
  timeOf,
  Unusable,
} from "../values/values.ts";
import { readMessage } from "./messages.ts";

const contentCheck = new LazyValidator(ReportedContent);

export const reportsStep: ImportStep = {
  collection: "safety_reports",
  lookups: ({ _id }) => [rowWith("reports", { id: String(_id) })],
  take(report, target) {
    const id = idOf(report._id, "_id");
    if (target.known.has(rowWith("reports", { id }))) throw new Unusable("another report has the same id");
    const content = plainJson(report.content);
    if (!contentCheck.check(content)) throw new Unusable("content is not valid");
    target.add("reports", {
      id,
      author_id: idOf(report.author_id, "author_id"),
      content: JSON.stringify(content),
      additional_context: optionalText(report.additional_context, "additional_context") ?? "",
      notes: optionalText(report.notes, "notes") ?? "",
      ...statusOf(report),
    });
  },
};

function statusOf({
  status,
  rejection_reason,
  closed_at,
}: Document): Pick<ReportRow, "status" | "rejection_reason" | "closed_at"> {
  switch (status) {
    case "Created":
      return { status, rejection_reason: null, closed_at: null };
    case "Rejected":
      return {
        status,
        rejection_reason: optionalText(rejection_reason, "rejection_reason") ?? "",
        closed_at: closed_at == null ? null : timeOf(closed_at, "closed_at"),
      };
    case "Resolved":
      return {
        status,
        rejection_reason: null,
        closed_at: closed_at == null ? null : timeOf(closed_at, "closed_at"),
      };
    default:
      throw new Unusable("status is unknown");
  }
}

export const snapshotsStep: ImportStep = {
  collection: "safety_snapshots",
  lookups: ({ _id, report_id }) => [
    rowWith("report_snapshots", { id: String(_id) }),
    rowWith("reports", { id: String(report_id) }),
    rowWith("reports", { id: String(report_id), status: "Created" }),
  ],
  take(snapshot, target) {
    const id = idOf(snapshot._id, "_id");
    const report_id = idOf(snapshot.report_id, "report_id");
    if (target.known.has(rowWith("report_snapshots", { id })))
      throw new Unusable("another snapshot has the same id");
    if (!target.known.has(rowWith("reports", { id: report_id }))) throw new Unusable("its report is missing");
    const content = readSnapshot(documentOf(snapshot.content), target);
    target.add("report_snapshots", { id, report_id, content: JSON.stringify(content) });
    if (!target.known.has(rowWith("reports", { id: report_id, status: "Created" }))) return;
    for (const { _id } of filesOfSnapshot(content)) target.keepFile(_id);
  },
};

function readSnapshot(content: Document, target: DocumentTarget): ReportSnapshot {
  // What is in a snapshot is used by the object itself, or by nothing any more.
  const evidence = { ...target, useFile: (value: unknown) => fileIn(value, target) };
  switch (content._type) {
    case "Message": {
      const view = (message: unknown) => {
        const { row, reactions } = readMessage(documentOf(message), evidence);
        return messageView(row, reactions);
      };
      const message = view(content);
      return {
        kind: "Message",
        message,
        before: listOf(content._prior_context).map(view).toReversed(),
        after: listOf(content._leading_context).map(view),
        channel: { _id: message.channel, channel_type: "" },
      };
    }
    case "Server":
      return { kind: "Server", server: serverIn(content, target), channels: [] };
    case "User":
      return { kind: "User", user: userIn(content, target) };
    default:
      throw new Unusable("content._type is unknown");
  }
}

function fileIn(value: unknown, { known }: DocumentTarget): File | undefined {
  const id = fileIdOf(value);
  return id === undefined ? undefined : known.file(id)?.view;
}

type ServerSnapshot = Extract<ReportSnapshot, { kind: "Server" }>["server"];

function serverIn(server: Document, target: DocumentTarget): ServerSnapshot {
  const [icon, banner] = [fileIn(server.icon, target), fileIn(server.banner, target)];
  const description = optionalText(server.description, "content.description");
  return {
    _id: idOf(server._id, "content._id"),
    owner: idOf(server.owner, "content.owner"),
    name: textOf(server.name, "content.name"),
    ...(description !== null && { description }),
    channels: idsOf(server.channels),
    default_permissions: permissionsOf(server.default_permissions, "content.default_permissions"),
    ...(icon && { icon }),
    ...(banner && { banner }),
    approximate_member_count: 0,
  };
}

type UserSnapshot = Extract<ReportSnapshot, { kind: "User" }>["user"];

function userIn(user: Document, target: DocumentTarget): UserSnapshot {
  const [profile, status] = [documentOf(user.profile), documentOf(user.status)];
  const [avatar, background] = [fileIn(user.avatar, target), fileIn(profile.background, target)];
  const [content, text] = [
    optionalText(profile.content, "content.profile.content"),
    optionalText(status.text, "content.status.text"),
  ];
  const display_name = optionalText(user.display_name, "content.display_name");
  return {
    _id: idOf(user._id, "content._id"),
    username: textOf(user.username, "content.username"),
    discriminator: textOf(user.discriminator, "content.discriminator"),
    relationship: "None",
    online: false,
    ...(display_name !== null && { display_name }),
    ...(avatar && { avatar }),
    flags: integerOf(user.flags, "content.flags", 0),
    ...(text !== null && { status: { text } }),
    profile: { ...(content !== null && { content }), ...(background && { background }) },
  };
}

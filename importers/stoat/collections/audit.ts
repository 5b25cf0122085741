import { AuditAction } from "../../../src/domains/audit/index.ts";
import { LazyValidator } from "../../../src/platform/memoize/lazy-validator.ts";
import { rowWith } from "../known-rows.ts";
import type { DocumentTarget, ImportStep } from "../step.ts";
import { fileIdOf } from "../values/file-references.ts";
import { maxDepth, plainJson } from "../values/plain-json.ts";
import {
  type Document,
  documentOf,
  idOf,
  idsOf,
  isDocument,
  LeftOut,
  optionalText,
  optionalTime,
  overrideOf,
  Unusable,
} from "../values/values.ts";

const actionCheck = new LazyValidator(AuditAction);

export const auditStep: ImportStep = {
  collection: "audit_logs",
  lookups: ({ _id, server }) => [
    rowWith("audit_entries", { id: String(_id) }),
    rowWith("servers", { id: String(server) }),
  ],
  take(entry, target, { now }) {
    const id = idOf(entry._id, "_id");
    const server_id = idOf(entry.server, "server");
    const expires = optionalTime(entry.expires_at, "expires_at");
    if (expires !== null && expires <= now) throw new LeftOut("has expired");
    if (target.known.has(rowWith("audit_entries", { id })))
      throw new Unusable("another entry has the same id");
    if (!target.known.has(rowWith("servers", { id: server_id }))) throw new Unusable("its server is missing");
    const action = actionOf(documentOf(entry.action), target);
    if (!actionCheck.check(action)) throw new Unusable("action is not valid");
    const { type, ...details } = action;
    target.add("audit_entries", {
      id,
      server_id,
      user_id: idOf(entry.user, "user"),
      target_id: targetOf(details),
      reason: optionalText(entry.reason, "reason"),
      type,
      details: JSON.stringify(details),
    });
  },
};

/** The user whom the action affected. */
function targetOf(action: Document): string | null {
  const { user, author } = action;
  return typeof user === "string" ? user : typeof author === "string" ? author : null;
}

function actionOf(action: Document, target: DocumentTarget): unknown {
  const plain = documentOf(plainJson(withFiles(action, target)));
  switch (action.type) {
    case "RolesReorder":
      return { type: action.type, before: [], after: idsOf(action.positions) };
    case "ChannelRolePermissionsEdit":
      return { ...plain, permissions: overrideOf(action.permissions, "action.permissions") };
    default:
      return plain;
  }
}

/** With the files in it as clients may see them. */
function withFiles(value: unknown, target: DocumentTarget, depth = 0): unknown {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((each) => withFiles(each, target, depth + 1));
  if (!isDocument(value)) return value;
  const id = "tag" in value && "filename" in value ? fileIdOf(value) : undefined;
  if (id !== undefined) return target.known.file(id)?.view;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withFiles(each, target, depth + 1)]),
  );
}

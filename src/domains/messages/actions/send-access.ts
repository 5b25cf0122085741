import { type AccessContext, target } from "../../../declare/target.ts";
import type { Reader } from "../../../declare/tx.ts";
import { type ChannelAccess, holdsChannelPermission, loadStableAccess } from "../../channels/index.ts";
import { findServerRevision } from "../../members/index.ts";
import { findRelation, findUser, type UserRow } from "../../users/index.ts";
import { type SendAccess, sendAccesses } from "../resources/send-accesses.ts";
import { conversationState, type Precondition, preconditionKey } from "../store/preconditions.ts";

/** The channel that a path parameter names, for sending messages to it. */
export function sendTarget<const Param extends string>(param: Param) {
  return target({
    kind: "channel",
    params: [param],
    load: (context, params) => loadSendAccess(context, params[param]),
    holds: holdsChannelPermission,
  });
}

/** Loads the access: outside of transactions, from what earlier messages of the user have read. */
function loadSendAccess(context: AccessContext, id: string): SendAccess | Promise<SendAccess> {
  const { db, caller } = context;
  const key = `${id} ${caller.userId}`;
  const cached = db.isTransaction ? undefined : db.services.resources.get(sendAccesses).get(key);
  return cached ?? readSendAccess(context, id, key);
}

async function readSendAccess(context: AccessContext, id: string, key: string): Promise<SendAccess> {
  const { db, caller } = context;
  if (db.isTransaction) return { ...(await loadStableAccess(context, id)), user: undefined };
  // Before all else: what is read after it holds for as long as the server has this revision.
  const server = await findServerRevision(db, id);
  const [access, user] = await Promise.all([loadStableAccess(context, id), findUser(db, caller.userId)]);
  const relies = user && (await reliesOn(db, access, { user, server }));
  const loaded: SendAccess = { ...access, user, ...(relies && { relies }) };
  // A refusal is decided by a transaction, which reads everything again.
  if (relies && holdsChannelPermission(loaded, "SendMessage"))
    db.services.resources.get(sendAccesses).set(key, loaded);
  return loaded;
}

async function reliesOn(
  db: Reader,
  { channel, row }: ChannelAccess,
  {
    user,
    server,
  }: {
    readonly user: UserRow;
    readonly server: { readonly id: string; readonly revision: string } | undefined;
  },
): Promise<readonly Precondition[] | undefined> {
  const author: Precondition = { kind: "user", id: user.id, state: user.revision };
  if (channel.channel_type === "TextChannel")
    return server && [author, { kind: "server", id: server.id, state: server.revision }];
  const recipients = channel.channel_type === "SavedMessages" ? [channel.user] : channel.recipients;
  const conversation: Precondition = {
    kind: "conversation",
    id: channel._id,
    state: conversationState(row, recipients),
  };
  if (channel.channel_type !== "DirectMessage") return [author, conversation];
  const other = recipients.find((id) => id !== user.id);
  if (other === undefined) return undefined;
  // Friends may always write to each other. Others may because of what they share, which no single row tells.
  const state = await findRelation(db, user.id, other);
  return state === "Friend"
    ? [author, conversation, { kind: "relation", id: user.id, other, state }]
    : undefined;
}

/** Drops what relies on something that has changed, so that the next message reads it again. */
export function dropAccesses(
  { services }: Pick<Reader, "services">,
  changed: readonly Pick<Precondition, "kind" | "id" | "other">[],
): void {
  const cache = services.resources.get(sendAccesses);
  const names = new Set(changed.map(preconditionKey));
  for (const [key, { relies = [] }] of cache.entries())
    if (relies.some((one) => names.has(preconditionKey(one)))) cache.delete(key);
}

import Type from "typebox";
import { SystemMessage } from "../../../src/domains/channels/index.ts";
import { Message, systemAuthor } from "../../../src/domains/messages/index.ts";
import { idsFrom, timeOfId } from "../../../src/platform/ids/ids.ts";
import { LazyValidator } from "../../../src/platform/memoize/lazy-validator.ts";
import { Embed } from "../../../src/protocol/embed.ts";
import type { File } from "../../../src/protocol/file.ts";
import { rowWith } from "../known-rows.ts";
import type { RowOf } from "../rows.ts";
import type { DocumentTarget, ImportStep } from "../step.ts";
import { fileIdOf } from "../values/file-references.ts";
import { plainJson } from "../values/plain-json.ts";
import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  idsOf,
  integerOf,
  isDocument,
  listOf,
  optionalText,
  optionalTime,
  textOf,
  Unusable,
} from "../values/values.ts";

const { interactions, masquerade, webhook } = Message.properties;
const checks = {
  system: new LazyValidator(SystemMessage),
  embed: new LazyValidator(Embed),
  interactions: new LazyValidator(interactions),
  masquerade: new LazyValidator(masquerade),
  webhook: new LazyValidator(webhook),
  words: new LazyValidator(Type.String({ minLength: 1, maxLength: 64 })),
};

/** A message with its reactions, as the tables hold them. */
interface ReadMessage {
  readonly row: RowOf<"messages">;
  readonly reactions: readonly RowOf<"reactions">[];
}

export const messagesStep: ImportStep = {
  collection: "messages",
  lookups: ({ _id, channel }) => [
    rowWith("messages", { channel_id: String(channel), id: String(_id) }),
    rowWith("channels", { id: String(channel) }),
  ],
  take(message, target) {
    const { row, reactions } = readMessage(message, target);
    const { id, channel_id } = row;
    if (!target.known.has(rowWith("channels", { id: channel_id })))
      throw new Unusable("its channel is missing");
    if (target.known.has(rowWith("messages", { channel_id, id })))
      throw new Unusable("another message has the same id");
    target.add("messages", row);
    for (const reaction of reactions) target.add("reactions", reaction);
  },
};

export function readMessage(message: Document, target: DocumentTarget): ReadMessage {
  const id = idOf(message._id, "_id");
  const channel_id = idOf(message.channel, "channel");
  const author_id = message.author === systemAuthor ? systemAuthor : idOf(message.author, "author");
  const part = (name: "interactions" | "masquerade" | "webhook", value: unknown) => {
    if (value === undefined) return null;
    if (checks[name].check(value)) return JSON.stringify(value);
    target.note(`A part of a message is not valid: ${name}`);
    return null;
  };
  const row: RowOf<"messages"> = {
    id,
    channel_id,
    author_id,
    nonce: optionalText(message.nonce, "nonce"),
    content: message.content == null ? null : textOf(message.content, "content"),
    system: systemOf(message.system, target),
    webhook: part("webhook", webhookOf(message.webhook)),
    attachments: list(attachmentsOf(message, id, target)),
    embeds: list(embedsOf(message, id, target)),
    mentions: list(idsOf(message.mentions)),
    role_mentions: list(idsOf(message.role_mentions)),
    replies: list(idsOf(message.replies)),
    interactions: part("interactions", interactionsOf(message.interactions)),
    masquerade: part("masquerade", plainJson(message.masquerade)),
    flags: integerOf(message.flags, "flags", 0),
    edited_at: optionalTime(message.edited, "edited"),
    pinned: flagOf(message.pinned),
  };
  return { row, reactions: reactionsOf(message.reactions, { channel_id, message_id: id }) };
}

function list(items: readonly unknown[]): string | null {
  return items.length > 0 ? JSON.stringify(items) : null;
}

function systemOf(value: unknown, target: DocumentTarget): string | null {
  if (!isDocument(value)) return null;
  const plain = plainJson(value, { keepsNull: true });
  const system = value.type === "call_started" ? { finished_at: null, ...documentOf(plain) } : plain;
  if (checks.system.check(system)) return JSON.stringify(system);
  target.note("A part of a message is not valid: system");
  return JSON.stringify({ type: "text", content: "" });
}

function webhookOf(value: unknown): unknown {
  return isDocument(value) ? { name: value.name, avatar: value.avatar ?? null } : undefined;
}

/** Stoat writes an empty one for most messages. */
function interactionsOf(value: unknown): unknown {
  const plain = documentOf(plainJson(value));
  return Object.keys(plain).length > 0 ? plain : undefined;
}

function attachmentsOf({ attachments }: Document, by: string, target: DocumentTarget): File[] {
  return listOf(attachments).flatMap((each) => target.useFile(each, "Message", by) ?? []);
}

function embedsOf({ embeds }: Document, by: string, target: DocumentTarget): Embed[] {
  return listOf(embeds).flatMap((each) => {
    const { media, ...fields } = documentOf(plainJson(each));
    const file = fileIdOf(media) === undefined ? undefined : target.useFile(media, "Message", by);
    const embed = { ...fields, ...(file && { media: file }) };
    if (checks.embed.check(embed)) return [embed];
    target.note("A part of a message is not valid: embeds");
    return [];
  });
}

/** In the order that Stoat has them, and before all that will be added: new ones have the ids of their time. */
function reactionsOf(
  value: unknown,
  message: { readonly channel_id: string; readonly message_id: string },
): RowOf<"reactions">[] {
  const prefix = idsFrom(timeOfId(message.message_id));
  const all = Object.entries(documentOf(value)).flatMap(([emoji, users]) =>
    checks.words.check(emoji) ? idsOf(users).map((user_id) => ({ emoji, user_id })) : [],
  );
  return all.map((each, index) => ({
    ...message,
    ...each,
    since: `${prefix}${String(index).padStart(16, "0")}`,
  }));
}

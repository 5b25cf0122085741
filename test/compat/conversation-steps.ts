import { expect } from "bun:test";
import { ulid } from "ulid";
import { makeImage } from "../support/files/make-images.ts";
import { until } from "../support/until.ts";
import type { Library, LibraryClient, LibraryMessage } from "./conversation-library.ts";
import {
  messagesIn,
  messageView,
  reactionsTo,
  sortById,
  systemMessagesIn,
  waitForChannel,
  waitForMessage,
} from "./conversation-views.ts";

/** A channel in which Ann and Ben conversation. Ann moderates it where that is possible; Ben has two devices. */
export interface Conversation {
  readonly library: Library;
  readonly place: { readonly id: string };
  readonly ann: LibraryClient;
  readonly ben: LibraryClient;
  readonly phone: LibraryClient;
  /** The URLs of two pages, by title. */
  readonly pages: Readonly<Record<"Harbour" | "Lighthouse", string>>;
  /** The emojis of the reactions. */
  readonly emojis: readonly [string, ...string[]];
}

export const idOf = ({ user }: LibraryClient) => user?.id ?? "";
const allClients = ({ ann, ben, phone }: Conversation) => [ann, ben, phone];

/** Waits until a condition holds for a message on every device. */
async function allSee(
  conversation: Conversation,
  { id }: LibraryMessage,
  holds: (message: LibraryMessage) => unknown,
) {
  for (const client of allClients(conversation)) {
    const message = await waitForMessage(client, { id });
    await until(() => holds(message)).catch(() => {
      throw new Error(`${holds} does not hold of ${JSON.stringify(messageView(message))}`);
    });
  }
}

async function send(conversation: Conversation, who: "ann" | "ben", text: string): Promise<LibraryMessage> {
  return (await waitForChannel(conversation[who], conversation.place)).sendMessage(text);
}

export async function sendAndReply(conversation: Conversation): Promise<void> {
  const { ann, ben, phone, place } = conversation;
  const [hers, his] = [await waitForChannel(ann, place), await waitForChannel(phone, place)];
  hers.startTyping();
  await until(() => his.typingIds.has(idOf(ann)));
  const key = ulid();
  const hello = await hers.sendMessage("Good morning!", key);
  hers.stopTyping();
  await until(() => !his.typingIds.has(idOf(ann)));
  await allSee(
    conversation,
    hello,
    ({ content, username }) => content === "Good morning!" && username === "Ann",
  );
  expect((await waitForMessage(ann, hello)).nonce).toBe(key);

  const reply = await (await waitForMessage(ben, hello)).reply("And to you.", true);
  if (!reply) throw new Error("the library does not know the channel");
  await allSee(
    conversation,
    reply,
    ({ replyIds, authorId }) => replyIds?.[0] === hello.id && authorId === idOf(ben),
  );
  expect([
    (await waitForMessage(ann, reply)).mentioned,
    (await waitForMessage(phone, reply)).mentioned,
  ]).toEqual([true, false]);
  expect((await waitForMessage(phone, hello)).mentioned).toBe(false);
  await until(() => his.lastMessageId === reply.id);
}

export async function sendFiles(conversation: Conversation): Promise<void> {
  const { library, ann, phone, place } = conversation;
  const picture = new File([await makeImage("png")], "harbour.png");
  const notes = new File(["Boats leave at nine."], "notes.txt");
  const attachments = [
    await library.upload(ann, "attachments", picture),
    await library.upload(ann, "attachments", notes),
  ];
  const shown = await (await waitForChannel(ann, place)).sendMessage({ content: "Look", attachments });
  await allSee(conversation, shown, (message) => message.attachments?.length === 2);
  const { attachments: seen = [] } = await waitForMessage(phone, shown);
  expect(seen.map(({ id, filename, contentType }) => [id, filename, contentType])).toEqual([
    [attachments[0] ?? "", "harbour.png", "image/png"],
    [attachments[1] ?? "", "notes.txt", "text/plain"],
  ]);
  const [, text] = seen.map((file) => library.locate(file));
  expect(await (await fetch(text ?? "")).text()).toBe("Boats leave at nine.");
}

export async function editMessage(conversation: Conversation): Promise<void> {
  const plan = await send(conversation, "ben", "See you at nien");
  expect((await waitForMessage(conversation.ben, plan)).editedAt).toBeUndefined();
  await plan.edit({ content: "See you at nine" });
  await allSee(conversation, plan, ({ content, editedAt }) => content === "See you at nine" && editedAt);
}

export async function previewLinks(conversation: Conversation): Promise<void> {
  const { Harbour, Lighthouse } = conversation.pages;
  const titles = ({ embeds = [] }: LibraryMessage) => embeds.map(({ type, title }) => `${type} ${title}`);
  const shows = (...expected: string[]) =>
    allSee(conversation, link, (message) => Bun.deepEquals(titles(message), expected));
  const link = await send(conversation, "ann", `We meet here: ${Harbour}`);
  await shows("Website Harbour");
  await link.edit({ content: `No, here: ${Lighthouse}` });
  await shows("Website Lighthouse");
  await link.edit({ content: "No, at home." });
  await shows();
}

export async function reactAndUnreact(conversation: Conversation): Promise<void> {
  const { ann, ben, emojis } = conversation;
  const idea = await send(conversation, "ann", "Shall we swim?");
  const his = await waitForMessage(ben, idea);
  for (const emoji of emojis) await his.react(emoji);
  await idea.react(emojis[0]);
  const both = Object.fromEntries(emojis.map((emoji) => [emoji, [idOf(ben)]]));
  both[emojis[0]]?.push(idOf(ann));
  await allSee(conversation, idea, (message) => Bun.deepEquals(reactionsTo(message), both));
  for (const emoji of emojis) await his.unreact(emoji);
  await allSee(conversation, idea, (message) =>
    Bun.deepEquals(reactionsTo(message), { [emojis[0]]: [idOf(ann)] }),
  );
}

export async function pinAndUnpin(conversation: Conversation): Promise<void> {
  const { library, ann, phone, place } = conversation;
  const rule = await send(conversation, "ben", "Nobody swims alone.");
  const pin = await waitForMessage(ann, rule);
  const listPins = async () => {
    const { messages } = await (await waitForChannel(phone, place)).searchWithUsers({ pinned: true });
    return messages.map(({ id }) => id);
  };
  const systemMessage = (type: "message_pinned" | "message_unpinned") =>
    library.pinSystemMessage(type, rule.id, idOf(ann));
  const expectLastSystemMessage = (expected: object) =>
    until(() =>
      allClients(conversation).every((client) =>
        Bun.deepEquals(systemMessagesIn(client, place.id).at(-1), expected),
      ),
    );

  await library.setPinned(ann, pin, "pin");
  await expectLastSystemMessage(systemMessage("message_pinned"));
  await allSee(conversation, rule, (message) => library.isPinned(message) !== false);
  expect(await listPins()).toEqual([rule.id]);
  await library.setPinned(ann, pin, "unpin");
  await expectLastSystemMessage(systemMessage("message_unpinned"));
  await allSee(conversation, rule, (message) => library.isPinned(message) !== true);
  expect(await listPins()).toEqual([]);
}

export async function searchMessages(conversation: Conversation): Promise<void> {
  const { ann, ben, phone, place } = conversation;
  const question = await send(conversation, "ann", "Who has seen the otter?");
  const reply = await send(conversation, "ben", "Two OTTERS, by the pier!");
  await send(conversation, "ben", "And a heron.");
  const channel = await waitForChannel(phone, place);
  const { messages, users } = await channel.searchWithUsers({ query: "otter", sort: "Oldest" });
  expect(messages.map(({ id }) => id)).toEqual([question.id, reply.id]);
  expect(users.map(({ id }) => id).sort()).toEqual([idOf(ann), idOf(ben)].sort());
}

export async function deleteMessage(conversation: Conversation): Promise<void> {
  const { ben, phone, place } = conversation;
  const kept = await send(conversation, "ben", "Done.");
  const slip = await send(conversation, "ben", "Sorry, wrong place");
  await allSee(conversation, slip, ({ content }) => content !== "");
  await (await waitForMessage(ben, slip)).delete();
  await until(() => allClients(conversation).every(({ messages }) => !messages.has(slip.id)));
  const channel = await waitForChannel(phone, place);
  await until(() => channel.lastMessageId === kept.id);
}

/** Clears reactions and deletes messages of another user; needs a moderator. */
export async function moderate(conversation: Conversation): Promise<void> {
  const { ann, place, emojis } = conversation;
  const noise = await send(conversation, "ben", "la");
  const more = await send(conversation, "ben", "la la");
  await noise.react(emojis[0]);
  await allSee(conversation, noise, (message) => emojis[0] in reactionsTo(message));
  await (await waitForMessage(ann, noise)).clearReactions();
  await allSee(conversation, noise, (message) => Bun.deepEquals(reactionsTo(message), {}));
  await allSee(conversation, more, ({ content }) => content !== "");
  await (await waitForChannel(ann, place)).deleteMessages([noise.id, more.id]);
  const isDeleted = ({ messages }: LibraryClient) => !messages.has(noise.id) && !messages.has(more.id);
  await until(() => allClients(conversation).every(isDeleted));
}

/** Checks that clients connected from the start show the same messages as one that connects now. */
export async function compareWithNewClient(
  conversation: Conversation,
  newcomer: LibraryClient,
): Promise<void> {
  const channel = await waitForChannel(newcomer, conversation.place);
  const { messages, users } = await channel.fetchMessagesWithUsers({ limit: 100 });
  const stored = sortById(messages).map(messageView);
  expect(users.map(({ id }) => id).sort()).toEqual([idOf(conversation.ann), idOf(conversation.ben)].sort());
  for (const client of allClients(conversation))
    expect(messagesIn(client, conversation.place.id).map(messageView)).toEqual(stored);
}

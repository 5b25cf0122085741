import { expect } from "bun:test";
import { ulid } from "ulid";
import { makeImage } from "../support/make-images.ts";
import { until } from "../support/until.ts";
import type { Library, LibraryClient, LibraryMessage } from "./conversation-library.ts";
import { find, hear, inOrder, messagesIn, newsIn, reactionsTo, see } from "./conversation-views.ts";

/** A place where Ann, who keeps order where anybody does, and Ben talk. Ben has two devices. */
export interface Talk {
  readonly library: Library;
  readonly place: { readonly id: string };
  readonly ann: LibraryClient;
  readonly ben: LibraryClient;
  readonly phone: LibraryClient;
  /** Addresses of two pages, by their titles. */
  readonly pages: Readonly<Record<"Harbour" | "Lighthouse", string>>;
  /** To react with. */
  readonly emojis: readonly [string, ...string[]];
}

export const idOf = ({ user }: LibraryClient) => user?.id ?? "";
const everybody = ({ ann, ben, phone }: Talk) => [ann, ben, phone];

/** Waits until something holds of a message on every device. */
async function allSee(talk: Talk, { id }: LibraryMessage, holds: (message: LibraryMessage) => unknown) {
  for (const client of everybody(talk)) {
    const message = await hear(client, { id });
    await until(() => holds(message)).catch(() => {
      throw new Error(`${holds} does not hold of ${JSON.stringify(see(message))}`);
    });
  }
}

async function say(talk: Talk, who: "ann" | "ben", text: string): Promise<LibraryMessage> {
  return (await find(talk[who], talk.place)).sendMessage(text);
}

export async function greetAndAnswer(talk: Talk): Promise<void> {
  const { ann, ben, phone, place } = talk;
  const [hers, his] = [await find(ann, place), await find(phone, place)];
  hers.startTyping();
  await until(() => his.typingIds.has(idOf(ann)));
  const key = ulid();
  const hello = await hers.sendMessage("Good morning!", key);
  hers.stopTyping();
  await until(() => !his.typingIds.has(idOf(ann)));
  await allSee(talk, hello, ({ content, username }) => content === "Good morning!" && username === "Ann");
  expect((await hear(ann, hello)).nonce).toBe(key);

  const answer = await (await hear(ben, hello)).reply("And to you.", true);
  if (!answer) throw new Error("the library does not know the channel");
  await allSee(
    talk,
    answer,
    ({ replyIds, authorId }) => replyIds?.[0] === hello.id && authorId === idOf(ben),
  );
  expect([(await hear(ann, answer)).mentioned, (await hear(phone, answer)).mentioned]).toEqual([true, false]);
  expect((await hear(phone, hello)).mentioned).toBe(false);
  await until(() => his.lastMessageId === answer.id);
}

export async function showFiles(talk: Talk): Promise<void> {
  const { library, ann, phone, place } = talk;
  const picture = new File([await makeImage("png")], "harbour.png");
  const notes = new File(["Boats leave at nine."], "notes.txt");
  const attachments = [
    await library.upload(ann, "attachments", picture),
    await library.upload(ann, "attachments", notes),
  ];
  const shown = await (await find(ann, place)).sendMessage({ content: "Look", attachments });
  await allSee(talk, shown, (message) => message.attachments?.length === 2);
  const { attachments: seen = [] } = await hear(phone, shown);
  expect(seen.map(({ id, filename, contentType }) => [id, filename, contentType])).toEqual([
    [attachments[0] ?? "", "harbour.png", "image/png"],
    [attachments[1] ?? "", "notes.txt", "text/plain"],
  ]);
  const [, text] = seen.map((file) => library.locate(file));
  expect(await (await fetch(text ?? "")).text()).toBe("Boats leave at nine.");
}

export async function changeMind(talk: Talk): Promise<void> {
  const plan = await say(talk, "ben", "See you at nien");
  expect((await hear(talk.ben, plan)).editedAt).toBeUndefined();
  await plan.edit({ content: "See you at nine" });
  await allSee(talk, plan, ({ content, editedAt }) => content === "See you at nine" && editedAt);
}

export async function previewLinks(talk: Talk): Promise<void> {
  const { Harbour, Lighthouse } = talk.pages;
  const titles = ({ embeds = [] }: LibraryMessage) => embeds.map(({ type, title }) => `${type} ${title}`);
  const shows = (...expected: string[]) =>
    allSee(talk, link, (message) => Bun.deepEquals(titles(message), expected));
  const link = await say(talk, "ann", `We meet here: ${Harbour}`);
  await shows("Website Harbour");
  await link.edit({ content: `No, here: ${Lighthouse}` });
  await shows("Website Lighthouse");
  await link.edit({ content: "No, at home." });
  await shows();
}

export async function reactAndTakeBack(talk: Talk): Promise<void> {
  const { ann, ben, emojis } = talk;
  const idea = await say(talk, "ann", "Shall we swim?");
  const his = await hear(ben, idea);
  for (const emoji of emojis) await his.react(emoji);
  await idea.react(emojis[0]);
  const both = Object.fromEntries(emojis.map((emoji) => [emoji, [idOf(ben)]]));
  both[emojis[0]]?.push(idOf(ann));
  await allSee(talk, idea, (message) => Bun.deepEquals(reactionsTo(message), both));
  for (const emoji of emojis) await his.unreact(emoji);
  await allSee(talk, idea, (message) => Bun.deepEquals(reactionsTo(message), { [emojis[0]]: [idOf(ann)] }));
}

export async function pinAndUnpin(talk: Talk): Promise<void> {
  const { library, ann, phone, place } = talk;
  const rule = await say(talk, "ben", "Nobody swims alone.");
  const pin = await hear(ann, rule);
  const listPins = async () => {
    const { messages } = await (await find(phone, place)).searchWithUsers({ pinned: true });
    return messages.map(({ id }) => id);
  };
  const news = (type: "message_pinned" | "message_unpinned") => library.pinNews(type, rule.id, idOf(ann));
  const toldLast = (expected: object) =>
    until(() => everybody(talk).every((client) => Bun.deepEquals(newsIn(client, place.id).at(-1), expected)));

  await library.turnPin(ann, pin, "pin");
  await toldLast(news("message_pinned"));
  await allSee(talk, rule, (message) => library.isPinned(message) !== false);
  expect(await listPins()).toEqual([rule.id]);
  await library.turnPin(ann, pin, "unpin");
  await toldLast(news("message_unpinned"));
  await allSee(talk, rule, (message) => library.isPinned(message) !== true);
  expect(await listPins()).toEqual([]);
}

export async function searchFor(talk: Talk): Promise<void> {
  const { ann, ben, phone, place } = talk;
  const asked = await say(talk, "ann", "Who has seen the otter?");
  const answered = await say(talk, "ben", "Two OTTERS, by the pier!");
  await say(talk, "ben", "And a heron.");
  const channel = await find(phone, place);
  const { messages, users } = await channel.searchWithUsers({ query: "otter", sort: "Oldest" });
  expect(messages.map(({ id }) => id)).toEqual([asked.id, answered.id]);
  expect(users.map(({ id }) => id).sort()).toEqual([idOf(ann), idOf(ben)].sort());
}

export async function takeBackWords(talk: Talk): Promise<void> {
  const { ben, phone, place } = talk;
  const kept = await say(talk, "ben", "Done.");
  const slip = await say(talk, "ben", "Sorry, wrong place");
  await allSee(talk, slip, ({ content }) => content !== "");
  await (await hear(ben, slip)).delete();
  await until(() => everybody(talk).every(({ messages }) => !messages.has(slip.id)));
  const channel = await find(phone, place);
  await until(() => channel.lastMessageId === kept.id);
}

/** Only for where somebody keeps order. */
export async function tidyUp(talk: Talk): Promise<void> {
  const { ann, place, emojis } = talk;
  const noise = await say(talk, "ben", "la");
  const more = await say(talk, "ben", "la la");
  await noise.react(emojis[0]);
  await allSee(talk, noise, (message) => emojis[0] in reactionsTo(message));
  await (await hear(ann, noise)).clearReactions();
  await allSee(talk, noise, (message) => Bun.deepEquals(reactionsTo(message), {}));
  await allSee(talk, more, ({ content }) => content !== "");
  await (await find(ann, place)).deleteMessages([noise.id, more.id]);
  const gone = ({ messages }: LibraryClient) => !messages.has(noise.id) && !messages.has(more.id);
  await until(() => everybody(talk).every(gone));
}

/** Who was there all the time sees the same as who comes only now. */
export async function compareWith(talk: Talk, newcomer: LibraryClient): Promise<void> {
  const channel = await find(newcomer, talk.place);
  const { messages, users } = await channel.fetchMessagesWithUsers({ limit: 100 });
  const stored = inOrder(messages).map(see);
  expect(users.map(({ id }) => id).sort()).toEqual([idOf(talk.ann), idOf(talk.ben)].sort());
  for (const client of everybody(talk)) expect(messagesIn(client, talk.place.id).map(see)).toEqual(stored);
}

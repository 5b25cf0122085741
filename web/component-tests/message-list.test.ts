import { describe, expect, test } from "bun:test";
import type { Message, User } from "../protocol/types.ts";
import { click, fill, hover, press, rightClick } from "./support/actions.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene, newUser } from "./support/scene.ts";

const send = "post /channels/{target}/messages";
const change = "patch /channels/{target}/messages/{msg}";
const remove = "delete /channels/{target}/messages/{msg}";

const rowOf = ({ _id }: Message) => document.querySelector<HTMLElement>(`[data-message="${_id}"]`);
async function rowOnceThere(message: Message): Promise<HTMLElement> {
  await until(() => rowOf(message) !== null);
  return rowOf(message) ?? document.body;
}

/** A channel in which Bob and Ann have written something. */
function newHistory(...texts: readonly (readonly [by: "Ann" | "Bob", text: string])[]) {
  const scene = newScene();
  const { me } = scene.scene;
  const messages = texts.map(([by, text]) => newMessage(scene.channel, by === "Ann" ? me : scene.bob, text));
  scene.scene.messages.push(...messages);
  return { ...scene, me, messages, open: () => openPage(scene.path, scene.scene) };
}

describe("rows", () => {
  test("messages of one person share a header, for five minutes and until somebody else writes", async () => {
    const { scene, channel, bob, open } = newHistory();
    const start = Date.parse("2026-05-04T10:00:00Z");
    const at = (minutes: number, by: User) =>
      newMessage(channel, by, `${minutes}`, { _id: newId(new Date(start + minutes * 60_000)) });
    const messages = [at(0, bob), at(1, bob), at(2, scene.me), at(3, bob), at(9, bob)];
    scene.messages.push(...messages);
    await open();
    await rowOnceThere(messages[4] as Message);
    expect(messages.map((message) => rowOf(message)?.hasAttribute("data-head"))).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  test("each day begins with its date", async () => {
    const { scene, channel, bob, open } = newHistory();
    for (const day of ["2026-05-04", "2026-05-05"])
      for (const hour of ["10", "11"])
        scene.messages.push(
          newMessage(channel, bob, `${day} ${hour}`, { _id: newId(new Date(`${day}T${hour}:00:00Z`)) }),
        );
    await open();
    await findText("2026-05-05 11");
    expect(allTexts(/May \d, 2026/).map(({ textContent }) => textContent)).toEqual([
      "Monday, May 4, 2026",
      "Tuesday, May 5, 2026",
    ]);
  });

  test("the line of new messages is before the first unread one", async () => {
    const { scene, me, channel, messages, open } = newHistory(
      ["Bob", "old"],
      ["Bob", "new"],
      ["Bob", "newer"],
    );
    const [old, first, last] = messages as [Message, Message, Message];
    scene.channels = [{ ...channel, last_message_id: last._id }];
    scene.unreads = [{ _id: { channel: channel._id, user: me._id }, last_id: old._id }];
    const network = await open();
    const line = await find("heading", "New messages");
    const row = await rowOnceThere(first);
    expect(line.parentElement?.contains(row)).toBe(true);
    await until(() => network.sent("put /channels/{target}/ack/{message}").length === 1);
    expect(network.sent("put /channels/{target}/ack/{message}")[0]?.path).toEqual([channel._id, last._id]);
  });

  test("system messages are sentences with names", async () => {
    const { scene, channel, bob, me, open } = newHistory();
    const system = [
      { type: "user_joined", id: bob._id },
      { type: "user_added", id: me._id, by: bob._id },
      { type: "channel_renamed", name: "stoats", by: bob._id },
    ] as const;
    for (const each of system) {
      const { content: _, ...message } = newMessage(channel, bob, "");
      scene.messages.push({ ...message, author: "0".repeat(26), system: each });
    }
    await open();
    await until(() => all("article").length === 3);
    const [joined, added, renamed] = all("article").map(({ textContent }) => textContent);
    expect(joined).toContain("Bob joined");
    expect(added).toContain("Bob added Ann");
    expect(renamed).toContain("Bob renamed the channel to stoats");
  });

  test("people who are blocked take one line, until it is opened", async () => {
    const { scene, channel, bob, open } = newHistory();
    const pest = newUser("Pest", { relationship: "Blocked" });
    scene.users.push(pest);
    scene.messages.push(
      newMessage(channel, pest, "spam"),
      newMessage(channel, pest, "more spam"),
      newMessage(channel, bob, "hello"),
    );
    await open();
    await findText("hello");
    await findText("2 blocked messages");
    expect(allTexts(/spam/)).toEqual([]);
    click(await find("button", "Show"));
    await findText("more spam");
  });

  test("a name and a colour that a message was given are shown, with the person behind them", async () => {
    const { scene, channel, bob, open } = newHistory();
    const masquerade = { name: "The Fox", colour: "#ff0000" };
    scene.messages.push(newMessage(channel, bob, "yip", { masquerade }));
    await open();
    const row = await find("article", /^The Fox/);
    expect(
      row.querySelector("[title='Sent by Bob']") ?? row.querySelector("[aria-label*='Bob']"),
    ).not.toBeNull();
  });

  test("a mention of oneself is marked, and so is an edit", async () => {
    const { scene, channel, bob, me, open } = newHistory();
    const message = newMessage(channel, bob, `look, <@${me._id}>`, {
      mentions: [me._id],
      edited: "2026-05-04T10:00:00Z",
    });
    scene.messages.push(message);
    await open();
    const row = await rowOnceThere(message);
    expect(row.hasAttribute("data-mention")).toBe(true);
    expect(row.textContent).toContain("look, @Ann");
    await findText("(edited)", row);
  });
});

describe("changes", () => {
  test("what others write, change and delete appears and goes", async () => {
    const { channel, bob, messages, open } = newHistory(["Bob", "first"], ["Bob", "second"]);
    const [first, second] = messages as [Message, Message];
    const network = await open();
    await findText("second");
    network.tell({ type: "Message", ...newMessage(channel, bob, "third") });
    await until(() => allTexts("third").length > 0);
    const data = { content: "changed", edited: "2026-05-04T10:00:00Z" };
    network.tell({ type: "MessageUpdate", id: first._id, channel: channel._id, data, clear: [] });
    await findText("changed", await rowOnceThere(first));
    network.tell({ type: "MessageDelete", id: second._id, channel: channel._id });
    await gone(() => allTexts("second"));
  });

  test("an own message is edited in place, and Escape leaves it as it was", async () => {
    const { messages, channel, open } = newHistory(["Ann", "frist"]);
    const [own] = messages as [Message];
    const network = await open();
    network.on(change, ({ body }) => {
      const data = { content: body.content ?? "", edited: "2026-05-04T10:00:00Z" };
      network.tell({ type: "MessageUpdate", id: own._id, channel: channel._id, data, clear: [] });
      return { ...own, ...data };
    });
    (await rowOnceThere(own)).focus();
    press("e");
    fill(await find("textbox", "Edit message"), "nonsense");
    press("Escape");
    await gone(() => all("textbox", "Edit message"));
    expect(network.sent(change)).toEqual([]);
    (await rowOnceThere(own)).focus();
    press("e");
    fill(await find("textbox", "Edit message"), "first");
    press("Enter");
    await findText("first", await rowOnceThere(own));
    await findText("(edited)", rowOf(own) ?? undefined);
  });

  test("an edit that the server refuses says why, and keeps the text", async () => {
    const { messages, open } = newHistory(["Ann", "frist"]);
    const [own] = messages as [Message];
    const network = await open();
    network.on(change, () => new Refusal("MissingPermission", { permission: "SendMessage" }));
    (await rowOnceThere(own)).focus();
    press("e");
    const editor = await find("textbox", "Edit message");
    fill(editor, "first");
    press("Enter");
    await find("alert");
    expect((editor as HTMLTextAreaElement).value).toBe("first");
  });

  test("an own message is deleted with a way back, and at once with Shift", async () => {
    const { messages, open } = newHistory(["Ann", "away with it"]);
    const [own] = messages as [Message];
    const network = await open();
    network.on(remove, () => undefined);
    hover(await rowOnceThere(own));
    click(await find("button", /^Delete/));
    await until(() => rowOf(own) === null);
    click(await find("button", "Undo"));
    await until(() => rowOf(own) !== null);
    expect(network.sent(remove)).toEqual([]);
    hover(await rowOnceThere(own));
    click(await find("button", /^Delete/), { shiftKey: true });
    await until(() => network.sent(remove).length === 1);
  });

  test("reactions are counted and taken back, and others are picked", async () => {
    const { messages, channel, me, bob, open } = newHistory(["Bob", "look at this"]);
    const [message] = messages as [Message];
    const network = await open();
    const about = { id: message._id, channel_id: channel._id };
    network.on("put /channels/{target}/messages/{msg}/reactions/{emoji}", ({ path: [, , emoji = ""] }) => {
      network.tell({ type: "MessageReact", ...about, user_id: me._id, emoji_id: emoji });
      return undefined;
    });
    network.on("delete /channels/{target}/messages/{msg}/reactions/{emoji}", ({ path: [, , emoji = ""] }) => {
      network.tell({ type: "MessageUnreact", ...about, user_id: me._id, emoji_id: emoji });
      return undefined;
    });
    await rowOnceThere(message);
    network.tell({ type: "MessageReact", ...about, user_id: bob._id, emoji_id: "🎉" });
    click(await find("button", "🎉 1"));
    const both = await find("button", "🎉 2");
    expect(both.getAttribute("aria-pressed")).toBe("true");
    click(both);
    await find("button", "🎉 1");
    hover(await rowOnceThere(message));
    click(await find("button", "React"));
    fill(await find("searchbox", "Search emoji"), "rocket");
    await find("button", "rocket");
    press("Enter");
    await find("button", "🚀 1");
    rightClick(await rowOnceThere(message));
    click(await find("menuitem", "React 👍"));
    await find("button", "👍 1");
  });

  test("who may not react is offered no reaction", async () => {
    const { scene, server, messages, open } = newHistory(["Bob", "look"]);
    scene.servers = [{ ...server, default_permissions: 2 ** 20 + 2 ** 21 + 2 ** 22 }];
    await open();
    const [message] = messages as [Message];
    hover(await rowOnceThere(message));
    await find("toolbar");
    expect(all("button", "React")).toEqual([]);
    rightClick(await rowOnceThere(message));
    await find("menuitem", "Copy link");
    for (const name of [/^React/, "Pin", "Delete", "Edit"]) expect(all("menuitem", name)).toEqual([]);
  });
});

describe("a menu, and the clipboard", () => {
  test("text, link and id of a message are copied", async () => {
    const { messages, path, open } = newHistory(["Bob", "**look** at this"]);
    const [message] = messages as [Message];
    await open();
    const expected = {
      "Copy text": "**look** at this",
      "Copy link": `${location.origin}${path}/${message._id}`,
      "Copy ID": message._id,
    };
    for (const [entry, text] of Object.entries(expected)) {
      rightClick(await rowOnceThere(message));
      click(await find("menuitem", entry));
      await gone(() => all("menu"));
      expect(await navigator.clipboard.readText()).toBe(text);
    }
  });

  test("code is copied by its button, without its fence", async () => {
    const { open } = newHistory(["Bob", "```ts\nconst answer = 42;\n```"]);
    await open();
    click(await find("button", "Copy"));
    await until(async () => (await navigator.clipboard.readText()) === "const answer = 42;");
  });

  test("a long press opens the menu", async () => {
    const { messages, open } = newHistory(["Bob", "look"]);
    await open();
    const row = await rowOnceThere(messages[0] as Message);
    const touch = { bubbles: true, cancelable: true, pointerId: 1, pointerType: "touch", isPrimary: true };
    row.dispatchEvent(new PointerEvent("pointerdown", { ...touch, clientX: 10, clientY: 10 }));
    await find("menuitem", "Copy link");
  });

  test("what others write is announced, and what one writes is not", async () => {
    const { channel, bob, me, open } = newHistory(["Bob", "before"]);
    const network = await open();
    await findText("before");
    network.tell({ type: "Message", ...newMessage(channel, me, "from another device") });
    network.tell({ type: "Message", ...newMessage(channel, bob, "hello Ann :wave:") });
    const log = await find("log");
    await until(() => log.textContent?.includes("hello Ann 👋") === true);
    expect(log.textContent).not.toContain("another device");
  });
});

describe("messages on their way", () => {
  test("a message is shown while it is sent, and once afterwards, whichever comes first", async () => {
    const { scene, channel, me, open } = newHistory(["Bob", "hello"]);
    const network = await open();
    const answer = Promise.withResolvers<void>();
    network.on(send, async ({ body, headers }) => {
      await answer.promise;
      const nonce = headers.get("idempotency-key") ?? "";
      const message = newMessage(channel, me, body.content ?? "", { nonce });
      network.tell({ type: "Message", ...message });
      scene.messages.push(message);
      return message;
    });
    await findText("hello");
    fill(await find("textbox", /^Write to/), "hi Bob");
    press("Enter");
    const row = await find("article", "Sending…");
    await findText("hi Bob", row);
    answer.resolve();
    await gone(() => all("article", "Sending…"));
    await find("article", /^Ann/);
    expect(allTexts("hi Bob").filter((found) => found.closest("article"))).toHaveLength(1);
  });

  test("one that is refused says why, can be sent again, and be given up", async () => {
    const { open } = newHistory(["Bob", "hello"]);
    const network = await open();
    network.on(send, () => new Refusal("MissingPermission", { permission: "SendEmbeds" }));
    await findText("hello");
    fill(await find("textbox", /^Write to/), "refused");
    press("Enter");
    const row = await find("alert");
    expect(row.textContent).toContain("You may not do this here.");
    click(await find("button", "Try again", row));
    await until(() => network.sent(send).length === 2);
    click(await find("button", "Discard"));
    await gone(() => allTexts("refused"));
  });
});

describe("places", () => {
  test("a reply leads to what it answers, and one to a deleted message says so", async () => {
    const { scene, channel, me, messages, open } = newHistory(["Bob", "a question :thinking:"]);
    const [question] = messages as [Message];
    const reply = newMessage(channel, me, "an answer", { replies: [question._id] });
    const lost = newMessage(channel, me, "another", { replies: [newId()] });
    scene.messages.push(reply, lost);
    const network = await open();
    network.on("get /channels/{target}/messages/{msg}", () => new Refusal("NotFound"));
    await findText("a question 🤔", await rowOnceThere(reply));
    click(await find("button", /^Reply to Bob/, await rowOnceThere(reply)));
    await until(() => rowOf(question)?.hasAttribute("data-highlighted") === true);
    await findText("The message was deleted", await rowOnceThere(lost));
  });

  test("an address leads to its message, with what was written around it", async () => {
    const texts = Array.from({ length: 130 }, (_, index) => ["Bob", `message ${index}`] as const);
    const { scene, path, messages } = newHistory(...texts);
    const [deep, last] = [messages[40] as Message, messages.at(-1) as Message];
    await openPage(`${path}/${deep._id}`, scene);
    await until(() => rowOf(deep)?.hasAttribute("data-highlighted") === true);
    expect(rowOf(last)).toBeNull();
    click(await find("button", "Jump to the latest"));
    await rowOnceThere(last);
  });

  test("an address of a message that is gone says so, and shows the channel", async () => {
    const { scene, path } = newHistory(["Bob", "still here"]);
    await openPage(`${path}/${newId()}`, scene);
    await findText("This message no longer exists.");
    await findText("still here");
  });

  test("a channel opens at the first unread message, which is marked as unread again by the menu", async () => {
    const texts = Array.from({ length: 80 }, (_, index) => ["Bob", `message ${index}`] as const);
    const { scene, me, path, channel, messages } = newHistory(...texts);
    const [lastRead, first, last] = [29, 30, 79].map((index) => messages[index]) as [
      Message,
      Message,
      Message,
    ];
    scene.channels = [{ ...channel, last_message_id: last._id }];
    scene.unreads = [{ _id: { channel: channel._id, user: me._id }, last_id: lastRead._id }];
    const network = await openPage(path, scene);
    await find("heading", "New messages");
    await rowOnceThere(first);
    expect(network.sent("put /channels/{target}/ack/{message}")).toEqual([]);
    const link = await find("link", /^General/);
    expect(link.hasAttribute("data-unread")).toBe(true);
    click(await find("button", "Jump to the latest"));
    const row = await rowOnceThere(last);
    await until(() => network.sent("put /channels/{target}/ack/{message}").length === 1);
    rightClick(row);
    click(await find("menuitem", "Mark as unread from here"));
    await until(() => link.hasAttribute("data-unread"));
    await gone(() => all("menu"));
    press("Escape");
    await until(() => !link.hasAttribute("data-unread"));
  });

  test("who may not read the history sees only what comes", async () => {
    const { scene, server, channel, bob, open } = newHistory(["Bob", "secret"]);
    scene.servers = [{ ...server, default_permissions: 2 ** 20 + 2 ** 22 }];
    const network = await open();
    await findText(/^You cannot see earlier messages here/);
    network.tell({ type: "Message", ...newMessage(channel, bob, "public") });
    await until(() => all("article").length === 1);
    expect(allTexts("secret")).toEqual([]);
  });

  test("what could not be loaded says so and can be tried again", async () => {
    const { scene, path, channel, bob } = newHistory();
    const network = await openPage("/friends", scene);
    let isBroken = true;
    network.on("get /channels/{target}/messages", () =>
      isBroken
        ? new Refusal("InternalError")
        : { messages: [newMessage(channel, bob, "back")], users: [bob] },
    );
    click(await find("link", "Ferrets"));
    await findText(/^The messages could not be loaded/);
    isBroken = false;
    click(await find("button", "Try again"));
    await findText("back");
    expect(location.pathname).toBe(path);
  });

  test("after a loss of connection what was missed is there, and what was deleted is not", async () => {
    const { scene, channel, bob, messages, open } = newHistory(["Bob", "stays"], ["Bob", "goes"]);
    const network = await open();
    await findText("goes");
    network.disconnect();
    await findText(/^No connection/);
    const [stays] = messages as [Message];
    scene.messages = [{ ...stays, content: "changed" }, newMessage(channel, bob, "missed")];
    network.isDown = false;
    dispatchEvent(new Event("online"));
    await until(() => allTexts("missed").length > 0);
    await findText("changed");
    await gone(() => allTexts("goes"));
  });
});

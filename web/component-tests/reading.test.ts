import { describe, expect, test } from "bun:test";
import type { Channel } from "../protocol/types.ts";
import { click, fill, press, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { rowOf } from "./support/rows.ts";
import { newId, newMember, newMessage, newScene } from "./support/scene.ts";

const change = "patch /channels/{target}/messages/{msg}";
const store = "post /sync/settings/set";
const history = "get /channels/{target}/messages";

describe("a channel for adults", () => {
  test("is asked about before anything of it is fetched or shown, once for the account", async () => {
    const { scene, channel, bob, path } = newScene();
    scene.channels = [{ ...channel, nsfw: true, description: "Not for children" }];
    scene.messages.push(newMessage(channel, bob, "a secret"));
    const network = await openPage(path, scene);
    network.on(store, ({ body }) => {
      for (const [key, value] of Object.entries(body))
        scene.settings = { ...scene.settings, [key]: [1, value] };
      return undefined;
    });
    await find("heading", "Age-restricted channel");
    expect(await problemsOf("question", await find("main"))).toEqual([]);
    network.tell({ type: "Message", ...newMessage(channel, bob, "another secret") });
    await find("button", "Go back");
    expect(allTexts(/secret|Not for children/)).toEqual([]);
    expect(all("textbox")).toEqual([]);
    expect(network.sent(history)).toEqual([]);
    click(await find("button", "I am an adult, continue"));
    await findText("a secret");
    await until(() => network.sent(store).length === 1);

    await openPage(path, scene);
    await until(() => allTexts("a secret").length === 2);
    expect(all("heading", "Age-restricted channel")).toEqual([]);
  });

  test("is left out of searches, the quick switcher and the inbox before", async () => {
    const { scene, channel, server, bob, path } = newScene();
    const den = { ...channel, _id: newId(), name: "Den", nsfw: true };
    const secret = newMessage(den, bob, "a secret");
    scene.channels.push({ ...den, last_message_id: secret._id });
    scene.servers = [{ ...server, channels: [channel._id, den._id] }];
    scene.messages.push(secret);
    const network = await openPage(path, scene);
    const reply = { messages: [secret], marks: {}, users: [bob], members: [] };
    network.on("post /servers/{target}/search", () => reply);
    network.on("post /search", () => reply);
    click(await find("button", "Search"));
    const panel = await find("complementary", "Search");
    fill(await find("searchbox", "Words", panel), "secret");
    click(await find("radio", "Server", panel));
    await findText("Nothing found", panel);
    press("k", { ctrlKey: true });
    fill(await find("combobox", "Go to"), "secret");
    await until(() => network.sent("post /search").length === 1);
    await Bun.sleep(50);
    expect(all("option", /secret/)).toEqual([]);

    await openPage("/inbox", scene);
    await find("button", "Mark Den as read");
    expect(allTexts("a secret")).toEqual([]);
    expect(network.sent(history).filter(({ path: [id] }) => id === den._id)).toEqual([]);
  });
});

describe("previews", () => {
  const card = { type: "Website" as const, title: "A page about ferrets", url: "https://ferrets.example/" };

  test("are hidden for oneself on all devices, and shown again", async () => {
    const { scene, channel, bob, path } = newScene();
    const message = newMessage(channel, bob, "https://ferrets.example/", { embeds: [card] });
    scene.messages.push(message);
    const network = await openPage(path, scene);
    network.on(store, () => undefined);
    await findText("A page about ferrets");
    rightClick(await rowOf(message));
    click(await find("menuitem", "Hide previews for me"));
    await gone(() => allTexts("A page about ferrets"));
    expect(Object.values(network.sent(store)[0]?.body ?? {})).toEqual([
      JSON.stringify({ ids: [message._id] }),
    ]);
    rightClick(await rowOf(message));
    expect(all("menuitem", "Remove previews for everybody")).toEqual([]);
    click(await find("menuitem", "Show previews"));
    await findText("A page about ferrets");
  });

  test("of an own message are removed for everybody by an edit that changes nothing else", async () => {
    const { scene, channel, path } = newScene();
    const message = newMessage(channel, scene.me, "https://ferrets.example/", { embeds: [card] });
    scene.messages.push(message);
    const network = await openPage(path, scene);
    network.on(change, () => {
      const data = { edited: new Date().toISOString(), embeds: [] };
      network.tell({ type: "MessageUpdate", id: message._id, channel: channel._id, data, clear: [] });
      return { ...message, ...data };
    });
    rightClick(await rowOf(message));
    click(await find("menuitem", "Remove previews for everybody"));
    await gone(() => allTexts("A page about ferrets"));
    expect(network.sent(change)[0]?.body).toEqual({});
  });
});

test("moving images stand still while the window has no focus, unless they may move", async () => {
  const { scene, server, channel, bob, path } = newScene();
  const file = {
    _id: newId(),
    tag: "attachments" as const,
    filename: "dance.gif",
    content_type: "image/gif",
    size: 9,
  };
  const metadata = { type: "Image" as const, width: 40, height: 40, animated: true };
  const picture = { ...file, metadata };
  const emoji = { _id: newId(), creator_id: bob._id, name: "dancer", animated: true };
  scene.servers = [{ ...server, banner: { ...picture, tag: "banners" } }];
  const message = newMessage(channel, bob, `look :${emoji._id}:`, {
    attachments: [picture],
    masquerade: { name: "Dancer", avatar: "https://example.com/dance.gif" },
  });
  scene.messages.push(message);
  const hasFocus = document.hasFocus.bind(document);
  let isFocused = true;
  document.hasFocus = () => isFocused;
  const look = (at: boolean) => {
    isFocused = at;
    window.dispatchEvent(new Event(at ? "focus" : "blur"));
  };
  try {
    look(true);
    const network = await openPage(path, scene);
    const moving = async () => (await find("img", "dance.gif")).tagName === "IMG";
    await moving();
    network.tell({ type: "EmojiCreate", ...emoji, parent: { type: "Server", id: server._id } });
    await find("img", ":dancer:");
    const images = () => document.querySelectorAll("img").length;
    const all = images();
    expect(await moving()).toBe(true);
    look(false);
    expect(await moving()).toBe(false);
    // The attachment, the emoji, the avatar of the message and the banner of the server.
    expect(images()).toBe(all - 4);
    look(true);
    expect(await moving()).toBe(true);
    expect(images()).toBe(all);
    const { setAppearance } = await import("../client/src/components/appearance.ts");
    setAppearance({ stillUnfocused: false });
    look(false);
    expect(await moving()).toBe(true);
    setAppearance({ stillUnfocused: true });
  } finally {
    document.hasFocus = hasFocus;
    look(true);
  }
});

describe("the line of new messages in a channel that was never opened", () => {
  test("is before what was written after one joined", async () => {
    const { scene, channel, server, bob, path } = newScene();
    const at = (time: string) => newMessage(channel, bob, time, { _id: newId(new Date(time)) });
    const [before, after, last] = [at("2026-05-01"), at("2026-05-03"), at("2026-05-04")];
    scene.messages.push(before, after, last);
    scene.channels = [{ ...channel, last_message_id: last._id }];
    scene.members = [newMember(server, scene.me, { joined_at: "2026-05-02T00:00:00.000Z" })];
    await openPage(path, scene);
    const line = await find("heading", "New messages");
    expect(line.parentElement?.contains(await rowOf(after))).toBe(true);
  });

  test("is not above what one wrote without ever opening the channel", async () => {
    const { scene, channel, server, bob, path } = newScene();
    scene.members = [newMember(server, scene.me, { joined_at: "2026-05-01T00:00:00.000Z" })];
    for (let minute = 0; minute < 60; minute++) {
      const at = new Date(Date.UTC(2026, 4, 2, 0, minute));
      scene.messages.push(newMessage(channel, scene.me, `own ${minute}`, { _id: newId(at) }));
    }
    const answer = newMessage(channel, bob, "answer", { _id: newId(new Date("2026-05-03")) });
    scene.messages.push(answer);
    scene.channels = [{ ...channel, last_message_id: answer._id }];
    await openPage(path, scene);
    const line = await find("heading", "New messages");
    expect(line.parentElement?.contains(await rowOf(answer))).toBe(true);
    expect(all("button", "Jump to the first unread message")).toEqual([]);
  });

  test("is before the first message of a conversation", async () => {
    const { scene, bob } = newScene();
    const users = [scene.me._id, bob._id];
    const conversation = {
      channel_type: "DirectMessage" as const,
      _id: newId(),
      active: true,
      recipients: users,
    };
    const first = newMessage(conversation, bob, "hello");
    scene.messages.push(first);
    scene.channels.push({ ...conversation, last_message_id: first._id });
    await openPage(`/channel/${conversation._id}`, scene);
    const line = await find("heading", "New messages");
    expect(line.parentElement?.contains(await rowOf(first))).toBe(true);
  });

  test("is not there if everything is older than one's membership", async () => {
    const { scene, channel, server, bob, path } = newScene();
    const old = newMessage(channel, bob, "old", { _id: newId(new Date("2026-05-01")) });
    scene.messages.push(old);
    scene.channels = [{ ...channel, last_message_id: old._id }];
    scene.members = [newMember(server, scene.me, { joined_at: "2026-05-02T00:00:00.000Z" })];
    await openPage(path, scene);
    await rowOf(old);
    expect(all("heading", "New messages")).toEqual([]);
  });
});

describe("a link to a message", () => {
  const fetchOne = "get /channels/{target}/messages/{msg}";

  /** Two channels; in the first, a message links to one of the second. */
  function newLinks(permissions?: { readonly a: number; readonly d: number }) {
    const given = newScene();
    const { scene, channel, server, bob, path } = given;
    const other: Channel = { ...channel, _id: newId(), name: "Burrow", default_permissions: permissions };
    scene.channels.push(other);
    scene.servers = [{ ...server, channels: [channel._id, other._id] }];
    const linked = newMessage(other, bob, "**Dig** here, ||not there||");
    const place = `/server/${server._id}/channel/${other._id}/${linked._id}`;
    const message = newMessage(channel, scene.me, `see ${location.origin}${place}`);
    scene.messages.push(message);
    const open = async () => {
      const network = await openPage(path, scene);
      network.on(fetchOne, () => linked);
      return network;
    };
    return { ...given, other, linked, message, place, open };
  }

  test("is a card with author, channel and excerpt, follows edits, and leads there", async () => {
    const { linked, other, place, open } = newLinks();
    const network = await open();
    const card = await find("link", "Message of Bob in Burrow: Dig here, (hidden)");
    expect(card.getAttribute("href")).toBe(place);
    expect(network.sent(fetchOne).map(({ path }) => path)).toEqual([[other._id, linked._id]]);
    const about = { id: linked._id, channel: other._id };
    network.tell({ type: "MessageUpdate", ...about, data: { content: "Dig there" }, clear: [] });
    await find("link", "Message of Bob in Burrow: Dig there");
    network.tell({ type: "MessageDelete", ...about });
    await gone(() => all("link", /^Message of Bob/));
  });

  test("is no card where the user may not read, or has not asked to see a channel for adults", async () => {
    for (const isAdult of [false, true]) {
      const { scene, other, message, open } = newLinks(isAdult ? undefined : { a: 0, d: 2 ** 21 });
      if (isAdult)
        scene.channels = scene.channels.map((each) =>
          each._id === other._id ? { ...other, nsfw: true } : each,
        );
      const network = await open();
      await rowOf(message);
      expect(all("link", /^Message of/)).toEqual([]);
      expect(network.sent(fetchOne)).toEqual([]);
    }
  });

  test("says that a message is gone", async () => {
    const { open } = newLinks();
    const network = await open();
    network.on(fetchOne, () => new Refusal("NotFound"));
    await findText("The message was deleted");
  });
});

describe("a link to another site", () => {
  test("whose text says something else shows its address first, and its host can be trusted", async () => {
    const { scene, channel, bob, path } = newScene();
    const content =
      "[bank.example](https://evil.example/a) https://good.example/ [files](/x) [news](https://evil.example/b)";
    scene.messages.push(newMessage(channel, bob, content));
    const opened: unknown[] = [];
    const open = window.open;
    window.open = (url) => {
      opened.push(url);
      return null;
    };
    /** Whether the page leaves a click to the browser. */
    const follow = (link: Element) => {
      let isLeft = false;
      const note = (event: Event) => {
        isLeft = !event.defaultPrevented;
        event.preventDefault();
      };
      window.addEventListener("click", note, { once: true });
      click(link);
      return isLeft;
    };
    try {
      await openPage(path, scene);
      expect(follow(await find("link", /good.example/))).toBe(true);
      expect(follow(await find("link", /^bank.example/))).toBe(false);
      const dialog = await find("dialog", "This link leads elsewhere");
      await findText("https://evil.example/a", dialog);
      expect(await problemsOf("link", dialog)).toEqual([]);
      click(await find("switch", "Trust evil.example", dialog));
      click(await find("button", "Open evil.example", dialog));
      await gone(() => all("dialog"));
      expect(opened).toEqual(["https://evil.example/a"]);
      expect(follow(await find("link", /^news/))).toBe(true);

      await openPage("/settings/data", scene);
      click(await find("button", "Do not trust evil.example any more"));
      await gone(() => all("heading", "Websites that open without asking"));
      expect(follow(await find("link", /^news/))).toBe(false);
    } finally {
      window.open = open;
    }
  });
});

import { expect, test } from "bun:test";
import { click, fill, press, write } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { goTo, hasFocus, takeEntry } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

const send = "post /channels/{target}/messages";
const reaction = "/channels/{target}/messages/{msg}/reactions/{emoji}";

test("a poll is sent as a text with restricted reactions that every client understands", async () => {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  click(await find("button", "More to send"));
  click(await find("menuitem", "Create a poll"));
  const dialog = await find("dialog", "New poll");
  const ready = () => !all("button", "Send", dialog)[0]?.matches(":disabled");
  fill(await find("textbox", "Question", dialog), "Where to?");
  fill(await find("textbox", "Answer 1", dialog), "the beach");
  expect(ready()).toBe(false);
  click(await find("button", "Add an answer", dialog));
  fill(await find("textbox", "Answer 3", dialog), "the hill");
  await until(ready);
  expect(await problemsOf("poll", dialog)).toEqual([]);
  for (let count = 3; count < 10; count++) click(await find("button", "Add an answer", dialog));
  await gone(() => all("button", "Add an answer", dialog));
  click(await find("switch", "Allow several answers", dialog));
  click(await find("button", "Send", dialog));
  await until(() => network.sent(send).length === 1);
  expect(network.sent(send)[0]?.body).toMatchObject({
    content: "📊 Where to?\n1️⃣ the beach\n3️⃣ the hill",
    interactions: { reactions: ["1️⃣", "3️⃣"], restrict_reactions: true },
  });
});

test("a poll is made by keyboard alone", async () => {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  await hasFocus(/^Write to General/);
  await goTo(/^More to send/, true);
  press("Enter");
  await takeEntry("menuitem", "Create a poll");
  await hasFocus(/^Question/);
  write(document.activeElement, "Where to?");
  for (const [field, text] of [
    [/^Answer 1/, "the beach"],
    [/^Answer 2/, "the hill"],
  ] as const) {
    await goTo(field);
    write(document.activeElement, text);
  }
  await goTo(/^Add an answer/);
  press("Enter");
  await hasFocus(/^Answer 3/);
  await goTo(/^Remove answer 3/);
  press("Enter");
  await hasFocus(/^Answer 2/);
  press("Enter");
  await until(() => network.sent(send).length === 1);
  await hasFocus(/^More to send/);
});

/** A poll of Bob's, in which he has voted for the first answer. */
async function openPoll(mark: "📊" | "🔘", mine: readonly string[]) {
  const scene = newScene();
  const { bob, channel } = scene;
  const { me } = scene.scene;
  const votes = (emoji: string, ...others: string[]) => [
    ...others,
    ...(mine.includes(emoji) ? [me._id] : []),
  ];
  const message = newMessage(channel, bob, `${mark} Where to?\n1️⃣ beach\n2️⃣ hill`, {
    interactions: { reactions: ["1️⃣", "2️⃣"], restrict_reactions: true },
    reactions: { "1️⃣": votes("1️⃣", bob._id), "2️⃣": votes("2️⃣") },
  });
  scene.scene.messages.push(message);
  const network = await openPage(scene.path, scene.scene);
  for (const method of ["put", "delete"] as const) network.on(`${method} ${reaction}`, () => undefined);
  const answers = await find("list", "Answers");
  const sent = (method: "put" | "delete") => network.sent(`${method} ${reaction}`).map(({ path }) => path[2]);
  return { network, scene, message, answers, sent };
}

test("a poll shows counts and bars, which follow the votes", async () => {
  const { network, scene, message, answers } = await openPoll("📊", []);
  await findText("Several answers · 1 person voted");
  const texts = () => all("button", undefined, answers).map(({ textContent }) => textContent);
  expect(texts()).toEqual(["1️⃣beach1 vote · 100%", "2️⃣hill0 votes · 0%"]);
  const { me } = scene.scene;
  const place = { id: message._id, channel_id: scene.channel._id };
  network.tell({ type: "MessageReact", ...place, user_id: me._id, emoji_id: "2️⃣" });
  await until(() => texts()[1] === "2️⃣hill1 vote · 50%");
  expect((await find("button", /hill/, answers)).getAttribute("aria-pressed")).toBe("true");
  expect(answers.querySelector<HTMLElement>("button span")?.style.inlineSize).toBe("50%");
  expect(all("list", "Reactions")).toEqual([]);
  expect(await problemsOf("poll", await find("article", /^Bob/))).toEqual([]);
});

test("where one answer counts, another one takes its place", async () => {
  const { answers, sent } = await openPoll("🔘", ["1️⃣"]);
  await findText("One answer · 2 people voted");
  click(await find("button", /hill/, answers));
  await until(() => sent("put").length === 1 && sent("delete").length === 1);
  expect([sent("put"), sent("delete")]).toEqual([["2️⃣"], ["1️⃣"]]);
});

test("where several count, each is added and taken back for itself", async () => {
  const { answers, sent } = await openPoll("📊", ["1️⃣"]);
  click(await find("button", /hill/, answers));
  click(await find("button", /beach/, answers));
  await until(() => sent("put").length === 1 && sent("delete").length === 1);
  expect([sent("put"), sent("delete")]).toEqual([["2️⃣"], ["1️⃣"]]);
});

test("an answer is given by keyboard alone", async () => {
  const { sent } = await openPoll("📊", []);
  await hasFocus(/^Write to General/);
  await goTo(/^Bob, /, true);
  await goTo(/hill/);
  press("Enter");
  await until(() => sent("put").length === 1);
  expect(sent("put")).toEqual(["2️⃣"]);
  await hasFocus(/hill/);
});

test("an answer shows names in the place of what the protocol has for mentions", async () => {
  const { scene, channel, bob, path } = newScene();
  const text = `📊 Who?\n1️⃣ <@${bob._id}>, **alone**\n2️⃣ all of <#${channel._id}>`;
  const interactions = { reactions: ["1️⃣", "2️⃣"], restrict_reactions: true };
  scene.messages.push(newMessage(channel, bob, text, { interactions }));
  await openPage(path, scene);
  const answers = await find("list", "Answers");
  expect(all("button", undefined, answers).map(({ textContent }) => textContent)).toEqual([
    "1️⃣@Bob, alone0 votes · 0%",
    "2️⃣all of #General0 votes · 0%",
  ]);
});

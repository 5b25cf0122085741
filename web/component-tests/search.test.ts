import { expect, test } from "bun:test";
import { click, fill, press } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, find, findText, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

const search = "post /channels/{target}/search";

/** The search of a channel, in which there are some messages with a number. */
async function openSearch(count: number, text = "otter") {
  const base = newScene();
  const { scene, bob, channel } = base;
  for (let number = 1; number <= count; number += 1)
    scene.messages.push(newMessage(channel, bob, `${text} ${number}`));
  const network = await openPage(base.path, scene);
  network.on(search, ({ body }) => {
    const { query = "", sort = "Latest", before, after, limit = 50 } = body;
    const found = scene.messages.filter(
      ({ _id, content = "" }) =>
        content.includes(query) && (!before || _id < before) && (!after || _id > after),
    );
    const messages = sort === "Oldest" ? found.slice(0, limit) : found.toReversed().slice(0, limit);
    return { messages, users: [bob, scene.me], members: scene.members };
  });
  click(await find("button", "Search"));
  const panel = await find("complementary", "Search");
  return { ...base, network, panel };
}

test("many results come in pages, in the order that is chosen", async () => {
  const { panel } = await openSearch(30);
  fill(await find("searchbox", "Words", panel), "otter");
  press("Enter");
  click(await find("button", "Search", panel));
  await findText("otter 30", panel);
  expect(all("article", undefined, panel)).toHaveLength(25);
  click(await find("button", "Search on", panel));
  await findText("30 messages", panel);
  click(await find("button", "Filters", panel));
  await choose(/Order/, "Oldest first", panel);
  await until(() => all("article", undefined, panel)[0]?.textContent?.includes("otter 1") === true);
});

test("a search that fails says so and can be tried again", async () => {
  const { network, panel, scene } = await openSearch(1, "weasel");
  let isBroken = true;
  network.on(search, () =>
    isBroken ? new Refusal("InternalError") : { messages: scene.messages, users: [], members: [] },
  );
  fill(await find("searchbox", "Words", panel), "weasel");
  click(await find("button", "Search", panel));
  await find("alert", undefined, panel);
  isBroken = false;
  click(await find("button", "Try again", panel));
  await findText("weasel 1", panel);
});

test("a date leads to the first message from that day on", async () => {
  const { scene, channel, path } = await openSearch(2);
  click(await find("button", "Jump to a date"));
  const dialog = await find("dialog", "Jump to a date");
  const date = dialog.querySelector("input") ?? dialog;
  fill(date, "2040-01-01");
  click(await find("button", "Jump", dialog));
  await findText("There are no messages from that day on.", dialog);
  fill(date, "2020-01-01");
  click(await find("button", "Jump", dialog));
  await until(() => location.pathname === `${path}/${scene.messages[0]?._id}`);
  expect(scene.messages[0]?.channel).toBe(channel._id);
});

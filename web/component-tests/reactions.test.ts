import { expect, test } from "bun:test";
import { click, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { rowOf } from "./support/rows.ts";
import { newMessage, newScene, newUser, usualPermissions } from "./support/scene.ts";

const unreact = "delete /channels/{target}/messages/{msg}/reactions/{emoji}";

/** A message with thumbs of everybody, in a server in which Ann moderates or not. */
function newReactions(permissions: number, count: number) {
  const given = newScene();
  const { scene, channel, bob, server, path } = given;
  const strangers = Array.from({ length: count }, (_, index) => newUser(`Stranger ${index}`));
  const message = newMessage(channel, bob, "look", {
    reactions: { "👍": [bob._id, ...strangers.map(({ _id }) => _id)], "🎉": [scene.me._id] },
  });
  scene.messages.push(message);
  scene.servers = [{ ...server, default_permissions: permissions }];
  const open = async () => {
    const network = await openPage(path, scene);
    network.on("get /users/{target}", ({ path: [id] }) => strangers.find(({ _id }) => _id === id) ?? bob);
    return network;
  };
  return { ...given, message, open };
}

test("a dialog names all who reacted, by emoji, and asks for those who are not known", async () => {
  const { message, open } = newReactions(usualPermissions, 60);
  const network = await open();
  rightClick(await rowOf(message));
  click(await find("menuitem", "Show reactions"));
  const dialog = await find("dialog", "Reactions");
  const people = () => [...dialog.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  await until(() => people().length === 50 && people().at(-1)?.endsWith("Stranger 48"));
  click(await find("button", "Show 11 more", dialog));
  await until(() => people().length === 61 && people().at(-1)?.endsWith("Stranger 59"));
  expect(network.sent("get /users/{target}").length).toBe(60);
  click(await find("button", "🎉 1", dialog));
  await until(() => people().length === 1);
  expect(people()[0]).toEndWith("Ann");
  expect(all("button", /^Remove/, dialog)).toEqual([]);
  expect(await problemsOf("reactions", dialog)).toEqual([]);
});

test("a moderator removes one emoji, or the reaction of one person", async () => {
  const { message, channel, bob, open } = newReactions(usualPermissions + 2 ** 23, 1);
  const network = await open();
  network.on(unreact, ({ path: [, , emoji = ""], query }) => {
    const about = { id: message._id, channel_id: channel._id, emoji_id: emoji };
    network.tell(
      query.remove_all
        ? { type: "MessageRemoveReaction", ...about }
        : { type: "MessageUnreact", ...about, user_id: query.user_id ?? "" },
    );
    return undefined;
  });
  await rowOf(message);
  rightClick(await find("button", "👍 2"));
  click(await find("menuitem", "Who reacted with 👍"));
  click(await find("button", "Remove the reaction of Bob"));
  await gone(() => all("button", "Remove the reaction of Bob"));
  expect(network.sent(unreact)[0]?.query).toEqual({ user_id: bob._id });
  click(await find("button", "Remove 👍 for everybody"));
  await gone(() => all("button", "👍 1"));
  click(await find("button", "Close"));
  await gone(() => all("dialog"));
  rightClick(await find("button", "🎉 1"));
  click(await find("menuitem", "Remove 🎉 for everybody"));
  await gone(() => all("button", "🎉 1"));
  expect(network.sent(unreact).map(({ path, query }) => [path[2], query.remove_all])).toEqual([
    ["👍", undefined],
    ["👍", "true"],
    ["🎉", "true"],
  ]);
});

test("somebody who does not moderate is offered no removal", async () => {
  const { message, open } = newReactions(usualPermissions, 1);
  await open();
  await rowOf(message);
  rightClick(await find("button", "👍 2"));
  await find("menuitem", "Who reacted with 👍");
  expect(all("menuitem", /^Remove/)).toEqual([]);
});

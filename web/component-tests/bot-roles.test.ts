import { expect, test } from "bun:test";
import { click, rightClick } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, find, findText, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newMember, newUser } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const robot = newUser("Robot", { bot: { owner: "me" } });

test("a role that belongs to a bot is edited, but neither deleted nor given", async () => {
  const { open, paths, scene, server, role, bob, path } = newSettingsScene();
  const own = { ...role, _id: "01BOTROLE", name: "Robot", owner: robot._id };
  scene.servers = [{ ...server, roles: { ...server.roles, [own._id]: own } }];
  await open(`${paths.server}/roles/${own._id}`);
  await findText(/^This role belongs to a bot/);
  expect(((await find("textbox", /name/i)) as HTMLInputElement).value).toBe("Robot");
  expect(all("button", "Delete role")).toEqual([]);

  scene.users.push(robot);
  scene.members.push(newMember(server, bob));
  scene.messages.push({
    _id: scene.channels[0]?._id ?? "",
    channel: scene.channels[0]?._id ?? "",
    author: bob._id,
    content: "hello",
  });
  await openPage(path, scene);
  rightClick(await find("button", /^Bob/));
  click(await find("menuitem", /roles/i));
  await find("switch", "Keepers");
  expect(all("switch", "Robot")).toEqual([]);
});

test("a bot gets a role with what it asks for, as far as the user may give that", async () => {
  const { open, scene, server } = newSettingsScene();
  scene.servers = [server];
  const asked = 2 ** 6 + 2 ** 23;
  const bot = { _id: robot._id, owner: scene.me._id, token: "t", public: true, default_permissions: asked };
  const network = await open(`/settings/bots/${robot._id}`, (opened) =>
    opened.on("get /bots/@me", () => ({ bots: [bot], users: [robot] })),
  );
  network.on("post /bots/{target}/invite", () => undefined);
  await choose(/Where to/, server.name);
  await findText(/role of its own with these permissions: Kick members, Manage messages/);
  click(await find("button", "Invite"));
  await until(() => network.sent("post /bots/{target}/invite").length === 1);
  const [sent] = network.sent("post /bots/{target}/invite");
  expect([sent?.query, sent?.body]).toEqual([{ permissions: String(asked) }, { server: server._id }]);
});

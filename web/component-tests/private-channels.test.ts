import { expect, test } from "bun:test";
import { click, fill } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, until } from "./support/find.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMember, newScene } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const view = 2 ** 20;
const create = "post /servers/{server}/channels";
const everyone = "put /channels/{target}/permissions/default";
const ofRole = "put /channels/{target}/permissions/{role_id}";

function answer(network: Network, serverId: string) {
  const made = { channel_type: "TextChannel" as const, _id: newId(), server: serverId, name: "staff" };
  const layers: string[] = [];
  network.on(create, () => made);
  network.on(ofRole, ({ path: [, role = ""], body }) => {
    layers.push(`${role} +${body.permissions.allow} -${body.permissions.deny}`);
    return made;
  });
  network.on(everyone, ({ body }) => {
    layers.push(`default ${JSON.stringify(body.permissions)}`);
    return made;
  });
  return { made, layers };
}

async function openDialog() {
  click(await find("button", "Ferrets: menu"));
  click(await find("menuitem", "Create channel"));
  const dialog = await find("dialog", "Create channel");
  fill(await find("textbox", "Name of the channel", dialog), "staff");
  click(await find("switch", "Private", dialog));
  return dialog;
}

test("a private channel is seen by the chosen roles alone", async () => {
  const { open, server, role, path } = newSettingsScene();
  const network = await open(path);
  const { layers, made } = answer(network, server._id);
  const dialog = await openDialog();
  click(await find("switch", "Keepers", dialog));
  expect(await problemsOf("private channel", dialog)).toEqual([]);
  click(await find("button", "Create channel", dialog));
  await until(() => location.pathname.endsWith(made._id));
  expect(layers).toEqual([`default {"allow":0,"deny":${view}}`, `${role._id} +${view} -0`]);
});

test("a channel that could not be made private says so, and the rest is tried again", async () => {
  const { open, server, path } = newSettingsScene();
  const network = await open(path);
  const { made } = answer(network, server._id);
  network.on(everyone, () => new Refusal("InternalError"));
  const dialog = await openDialog();
  click(await find("button", "Create channel", dialog));
  await findText(/^The channel was created, but is not private yet/, dialog);
  network.on(everyone, () => made);
  click(await find("button", "Try again", dialog));
  await until(() => location.pathname.endsWith(made._id));
  expect(network.sent(create)).toHaveLength(1);
  expect(network.sent(everyone)).toHaveLength(2);
});

test("whoever is not the owner keeps the channel by a role of their own, before others lose it", async () => {
  const { scene, server, path } = newScene();
  const [high, low] = ["High", "Low"].map((name, rank) => ({
    _id: newId(),
    name,
    rank,
    permissions: { a: 2 ** 0 + 2 ** 2, d: 0 },
  }));
  if (!high || !low) throw new Error("there are two roles");
  scene.servers = [{ ...server, roles: { [high._id]: high, [low._id]: low } }];
  scene.members = [newMember(server, scene.me, { roles: [high._id, low._id] })];
  const network = await openPage(path, scene);
  const { layers } = answer(network, server._id);
  const dialog = await openDialog();
  await findText(/^Choose one of your own roles/, dialog);
  expect((await find("button", "Create channel", dialog)).hasAttribute("disabled")).toBe(true);
  expect(all("switch", "High", dialog)).toEqual([]);
  click(await find("switch", "Low", dialog));
  click(await find("button", "Create channel", dialog));
  await until(() => layers.length === 2);
  expect(layers).toEqual([`${low._id} +${view} -0`, `default {"allow":0,"deny":${view}}`]);
});

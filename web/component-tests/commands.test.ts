import { expect, test } from "bun:test";
import { fill, press, write } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMember, newScene, usualPermissions } from "./support/scene.ts";

/** The page of a channel, and the field to write in. */
async function openComposer({ scene, path } = newScene()) {
  const network = await openPage(path, scene);
  const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
  await find("heading", /^This is the beginning of/);
  const sent = () => network.sent("post /channels/{target}/messages").map(({ body }) => body?.content);
  return { network, field, sent };
}

test("commands are suggested with what they do, and make something of a text", async () => {
  const { field, sent } = await openComposer();
  write(field, "/");
  await until(() => all("option").length > 4);
  expect(await problemsOf("commands", document.querySelector("form") ?? undefined)).toEqual([]);
  write(field, "ta");
  await find("option", /\/tableflip.*Adds/);
  press("Tab");
  await until(() => field.value === "/tableflip ");
  write(field, "no");
  press("Enter");
  await until(() => sent().length === 1);
  for (const text of ["/shrug", "/me waves", "/spoiler it dies", "/roll 2d6", "a /shrug"]) {
    fill(field, text);
    press("Enter");
    await until(() => field.value === "");
  }
  await until(() => sent().length === 6);
  expect(sent()).toEqual([
    "no (╯°□°)╯︵ ┻━┻",
    "¯\\\\\\_(ツ)\\_/¯",
    "_waves_",
    "||it dies||",
    "/roll 2d6",
    "a /shrug",
  ]);
});

test("a command without the words that it needs says so, and stays", async () => {
  const { field, sent } = await openComposer();
  fill(field, "/me");
  await find("option", /^\/me/);
  press("Enter");
  await until(() => field.value === "/me ");
  press("Enter");
  await findText("Write something after /me.");
  expect([field.value, sent()]).toEqual(["/me ", []]);
});

test("commands change nickname and status, and are there for whoever may use them only", async () => {
  const scene = newScene();
  const permissions = usualPermissions + 2 ** 10;
  scene.scene.servers = [{ ...scene.server, default_permissions: permissions }];
  const { field, sent, network } = await openComposer(scene);
  const rename = "patch /servers/{server}/members/{member}";
  const change = "patch /users/{target}";
  let isRefused = true;
  network.on(rename, () =>
    isRefused ? new Refusal("MissingPermission") : newMember(scene.server, scene.scene.me),
  );
  network.on(change, () => scene.scene.me);
  fill(field, "/nick Annie");
  press("Enter");
  await until(() => network.sent(rename).length === 1);
  await until(() => field.value === "/nick Annie");
  isRefused = false;
  press("Enter");
  await until(() => network.sent(rename).length === 2);
  expect(network.sent(rename)[1]?.body).toEqual({ nickname: "Annie" });
  fill(field, "/status at lunch");
  press("Enter");
  await until(() => network.sent(change).length === 1);
  expect(network.sent(change)[0]?.body).toEqual({ status: { text: "at lunch" } });
  network.tell({
    type: "ServerUpdate",
    id: scene.server._id,
    data: { default_permissions: usualPermissions },
    clear: [],
  });
  await until(() => field.value === "");
  write(field, "/");
  await find("option", /^\/status/);
  expect(all("option", /^\/nick/)).toEqual([]);
  fill(field, "/nick Annie");
  press("Enter");
  await until(() => sent().length === 1);
  expect(sent()).toEqual(["/nick Annie"]);
});

test("a command writes to somebody, in the conversation with them", async () => {
  const scene = newScene();
  const { field, sent, network } = await openComposer(scene);
  const { me } = scene.scene;
  const conversation = {
    channel_type: "DirectMessage" as const,
    _id: newId(),
    active: true,
    recipients: [me._id, scene.bob._id],
  };
  network.on("get /users/{target}/dm", () => conversation);
  fill(field, "/msg Zoe hello");
  press("Enter");
  await findText("Nobody called Zoe is known here.");
  await until(() => field.value === "/msg Zoe hello");
  fill(field, "/msg @bo");
  await find("option", /Bob/);
  press("Enter");
  await until(() => field.value === "/msg @Bob ");
  write(field, "hello there");
  press("Enter");
  await until(() => sent().length === 1);
  expect(sent()).toEqual(["hello there"]);
  expect(network.sent("post /channels/{target}/messages")[0]?.path).toEqual([conversation._id]);
  expect(location.pathname).toBe(`/channel/${conversation._id}`);
});

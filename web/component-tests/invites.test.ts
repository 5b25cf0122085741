import { expect, test } from "bun:test";
import { click, press } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { choose } from "./support/choose.ts";
import { all, find, findText, until } from "./support/find.ts";
import { goTo, hasFocus, takeEntry } from "./support/keyboard.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const create = "post /channels/{target}/invites";

test("an invite is made with an end and a number of people, and the list shows both", async () => {
  const { open, paths, scene, server, channel } = newSettingsScene();
  const network = await open(`${paths.server}/invites`);
  const made = { type: "Server" as const, server: server._id, creator: scene.me._id, channel: channel._id };
  const limits = { max_uses: 5, uses: 3, expires_at: "2030-02-03T10:00:00.000Z" };
  network.on(create, ({ body }) => {
    const limited = body.max_uses !== undefined;
    const invite = { ...made, _id: limited ? "limited1" : "endless1", ...(limited && limits) };
    network.on("get /servers/{target}/invites", () => [invite]);
    return invite;
  });
  click(await find("button", "Create invite", await find("main")));
  const dialog = await find("dialog", /^Invite people/);
  click(await find("button", "Create invite", dialog));
  const link = async () => ((await find("textbox", "Link", dialog)) as HTMLInputElement).value;
  expect(await link()).toBe("http://localhost/invite/endless1");
  await choose(/Expires after/, "7 days", dialog);
  // The link of another choice is not shown any more.
  expect(all("textbox", "Link", dialog)).toEqual([]);
  await choose(/Maximum uses/, "5 uses", dialog);
  expect(await problemsOf("invite", dialog)).toEqual([]);
  click(await find("button", "Create invite", dialog));
  await until(() => network.sent(create).length === 2);
  expect(await link()).toBe("http://localhost/invite/limited1");
  expect(network.sent(create).map(({ body }) => body)).toEqual([{}, { max_age: 604_800, max_uses: 5 }]);
  click(await find("button", "Close", dialog));
  await findText(/2 uses left · expires .*2030/);
});

test("an invite with an end and a number of people is made by keyboard alone", async () => {
  const { open, paths, scene, server, channel } = newSettingsScene();
  const network = await open(`${paths.server}/invites`);
  const made = { type: "Server" as const, server: server._id, creator: scene.me._id, channel: channel._id };
  network.on(create, () => ({ ...made, _id: "limited1" }));
  await find("button", "Create invite");
  await goTo(/^Create invite/);
  press("Enter");
  await find("dialog", /^Invite people/);
  for (const [field, choice] of [
    [/Expires after/, "7 days"],
    [/Maximum uses/, "5 uses"],
  ] as const) {
    await goTo(field);
    press("Enter");
    await takeEntry("option", choice);
    await hasFocus(field);
  }
  await goTo(/^Create invite/);
  press("Enter");
  await until(() => network.sent(create).length === 1);
  expect(network.sent(create)[0]?.body).toEqual({ max_age: 604_800, max_uses: 5 });
  await hasFocus(/^Copy link/);
  press("Escape");
  await hasFocus(/^Create invite/);
});

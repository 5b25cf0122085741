import { expect, test } from "bun:test";
import { click } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { find, findText, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage, openPublicPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";

const look = "post /claims/view";
const claim = "post /claims";
const history = {
  _id: newId(),
  name: "Otto the Otter",
  source: "discord",
  messages: 1_234,
  expires: "2030-01-01T00:00:00.000Z",
};

test("a claim link shows whose history it is, and a button claims it", async () => {
  const { scene } = newScene();
  const network = await openPage("/claim#the-token", scene, (opened) => {
    opened.on(look, () => history);
    opened.on("get /users/@me", () => scene.me);
    opened.on(claim, () => undefined);
  });
  await find("heading", "Otto the Otter");
  await findText("1,234 messages, from Discord");
  await findText(`They become messages of your account ${scene.me.username}#${scene.me.discriminator}.`);
  expect(await problemsOf("claim", await find("main"))).toEqual([]);
  click(await find("button", "This is me"));
  await findText(/The messages are becoming yours/);
  expect([...network.sent(look), ...network.sent(claim)].map(({ body }) => body)).toEqual([
    { token: "the-token" },
    { token: "the-token" },
  ]);
  await find("button", "Home");
});

test("somebody who sees that it is the wrong account logs in with another one, and comes back", async () => {
  const { scene } = newScene();
  await openPage("/claim#the-token", scene, (opened) => {
    opened.on(look, () => history);
    opened.on("get /users/@me", () => scene.me);
  });
  click(await find("button", "Use another account"));
  await until(() => location.pathname === "/login");
  expect(localStorage.getItem("destination")).toContain("/claim#the-token");
});

test.each([
  ["InvalidToken", /link or code is wrong/],
  ["LinkExpired", /has expired/],
  ["LinkUsed", /was used already/],
  ["AlreadyClaimed", /already/],
])("a link that is refused with %s says so", async (type, text) => {
  const { scene } = newScene();
  await openPage("/claim#the-token", scene, (opened) => {
    opened.on(look, () => new Refusal(type));
    opened.on("get /users/@me", () => scene.me);
  });
  expect((await find("alert")).textContent).toMatch(text);
});

test("without an account, the page asks for one, and comes back afterwards", async () => {
  const { scene } = newScene();
  await openPublicPage("/claim#the-token", scene);
  await findText(/Log in with the account/);
  click(await find("button", "Log in"));
  await until(() => location.pathname === "/login");
  expect(localStorage.getItem("destination")).toContain("/claim#the-token");
});

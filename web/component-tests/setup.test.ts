import { describe, expect, test } from "bun:test";
import type { SetupResult, SetupState } from "../protocol/types.ts";
import { click, fill } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, until } from "./support/find.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPublicPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";

const complete = "post /auth/setup/complete";
const secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const usual: SetupState = {
  expires_at: "2026-01-01T00:00:00.000Z",
  fixed: {},
  trusted_proxies: [],
  backup_folder: "/srv/data/backups",
  writes: true,
  restarts: true,
};
const made: SetupResult = {
  user: newId(),
  name: "Boss#1234",
  server: newId(),
  recovery_codes: ["aaaaa-bbbbb", "ccccc-ddddd"],
  settings: '[community]\nserver = "…"\n',
  written: true,
  restarts: true,
};

async function openSetup(more: Partial<SetupState> = {}) {
  const { scene } = newScene();
  const network = await openPublicPage("/setup#the-token", scene, (opened) => {
    opened.on("get /auth/setup", () => ({ ...usual, ...more }));
    opened.on("post /auth/setup/factor", () => ({ secret }));
    opened.on("post /auth/setup/folder", () => ({ free_bytes: 12_000_000_000 }));
  });
  await find("heading", "Set up your server");
  await find("textbox", "E-mail address");
  return { network, scene };
}

async function fillAccount(): Promise<void> {
  fill(await find("textbox", "E-mail address"), "boss@example.com");
  const password = document.querySelector("input[type=password]");
  if (password) fill(password, "a good password 1");
  fill(await find("textbox", "Username"), "Boss");
  fill(await find("textbox", "Code that the app shows now"), "123 456");
}

const finish = async () => click(await find("button", "Finish"));
const bodyOf = (network: Network) => network.sent(complete)[0]?.body;

describe("the setup page", () => {
  test("sends everything at its end, with the token of its link, and shows the recovery codes", async () => {
    const { network, scene } = await openSetup();
    network.on(complete, () => made);
    expect(await problemsOf("setup", await find("main"))).toEqual([]);
    expect(await find("textbox", "Key")).toHaveProperty("value", secret);
    await find("img", "QR code with the key");
    await fillAccount();
    fill(await find("textbox", "Name of the community"), "Town");
    fill(await find("textbox", "Address"), "https://chat.example.org/");
    await finish();
    await find("heading", "Your server is set up");
    expect(bodyOf(network)).toEqual({
      email: "boss@example.com",
      password: "a good password 1",
      username: "Boss",
      totp_secret: secret,
      totp_code: "123456",
      community: "Town",
      public_url: "https://chat.example.org",
      trusted_proxies: [],
      registration: "invite",
      voice: true,
      backup_folder: "/srv/data/backups",
    });
    expect(network.sent(complete)[0]?.headers.get("x-setup-token")).toBe("the-token");
    await findText("aaaaa-bbbbb");
    await findText("You are Boss#1234. Store the recovery codes before you go on: they are shown only once.");
    expect(location.hash).toBe("");
    await findText("Ermine restarts with your settings. This takes a few seconds.");
    const community = { server: made.server ?? "", name: "Town", questions: [] };
    scene.configuration = {
      ...scene.configuration,
      features: { ...scene.configuration.features, community },
    };
    await findText("Ermine runs with your settings.");
    expect(await problemsOf("done", await find("main"))).toEqual([]);
    await find("link", "Log in");
  });

  test("shows the error of the mail server as it is, and that a mail was sent", async () => {
    const { network } = await openSetup();
    network.on("post /auth/setup/mail", () => ({ ok: false, text: "535 5.7.8 wrong password" }));
    await fillAccount();
    click(await find("switch", "Send mail"));
    fill(await find("textbox", "Mail server"), "mail.example.org");
    fill(await find("textbox", "Sender"), "Chat <chat@example.org>");
    click(await find("button", "Send a test mail to me"));
    await findText("535 5.7.8 wrong password");
    expect(await problemsOf("mail", await find("main"))).toEqual([]);
    network.on("post /auth/setup/mail", () => ({ ok: true, text: "" }));
    click(await find("button", "Send a test mail to me"));
    await findText("The mail server has accepted a mail to boss@example.com.");
    const sent = network.sent("post /auth/setup/mail");
    expect(sent[1]?.body).toMatchObject({ to: "boss@example.com", mail: { port: 587, tls: "starttls" } });
  });

  test("does not finish with a folder that cannot be used", async () => {
    const { network } = await openSetup();
    network.on("post /auth/setup/folder", () => ({ problem: "not_writable" as const }));
    await fillAccount();
    await finish();
    await findText(/^The server has no permission to write there.*ReadWritePaths=/);
    await findText("Choose another folder for the backups.");
    expect(network.sent(complete)).toEqual([]);
    click(await find("switch", "Make backups"));
    network.on(complete, () => made);
    await finish();
    await find("heading", "Your server is set up");
    expect(bodyOf(network)).not.toHaveProperty("backup_folder");
  });

  test("says why calls do not work, and turns them off", async () => {
    const { network } = await openSetup();
    network.on("post /auth/setup/voice", () => ({ ok: false, text: "there is no livekit-server" }));
    click(await find("button", "Check calls"));
    await findText("Calls do not work yet: there is no livekit-server");
    click(await find("switch", "Allow calls"));
    network.on(complete, () => ({ ...made, restarts: false }));
    await fillAccount();
    await finish();
    await findText("Restart Ermine for the settings to take effect.");
    expect(bodyOf(network)).toMatchObject({ voice: false });
    expect(bodyOf(network)).not.toHaveProperty("community");
  });

  test("does not ask for what the configuration says, and gives a cluster its lines", async () => {
    const fixed = {
      public_url: "https://chat.example.org",
      "smtp.host": "mail.example.org",
      "voice.mode": "off",
      trusted_proxies: "10.0.0.1,10.0.0.2",
      registration: "closed",
    };
    const { network } = await openSetup({ fixed, writes: false });
    for (const value of ["https://chat.example.org", "10.0.0.1,10.0.0.2", "closed"])
      await findText(`Set in your configuration: ${value}`);
    expect(all("textbox", "Address")).toEqual([]);
    expect(all("textbox", "Trusted addresses")).toEqual([]);
    expect(all("button", /Who can create an account/)).toEqual([]);
    expect(all("switch", "Send mail")).toEqual([]);
    expect(all("switch", "Allow calls")).toEqual([]);
    await findText(/^The servers of a cluster share no files/);
    network.on(complete, () => ({ ...made, written: false, restarts: false }));
    await fillAccount();
    await finish();
    await findText("Copy the settings into the ermine.toml of each server, and restart the servers.");
  });

  test("asks who may register and which proxies to trust", async () => {
    const { network } = await openSetup({ trusted_proxies: ["172.18.0.1"] });
    network.on(complete, () => made);
    const proxies = await find("textbox", "Trusted addresses");
    expect(proxies).toHaveProperty("value", "172.18.0.1");
    fill(proxies, "172.18.0.1, 10.0.0.0/8");
    click(await find("button", /Who can create an account/));
    click(await find("option", "Everyone"));
    await fillAccount();
    await finish();
    await find("heading", "Your server is set up");
    expect(bodyOf(network)).toMatchObject({
      trusted_proxies: ["172.18.0.1", "10.0.0.0/8"],
      registration: "open",
    });
  });

  test.each([
    ["CompromisedPassword", "input[type=password]", /^This password is known from data leaks/],
    ["OperationFailed", "input[type=email]", /^This address is already registered/],
    ["UsernameTaken", "input[minlength='2']", /^This name is taken/],
    ["InvalidToken", "input[autocomplete=one-time-code]", /^This link or code is wrong/],
    ["InvalidProperty", "input[maxlength='500']", /^Enter addresses such as/],
  ])("shows %s at its field, and focuses it", async (type, selector, words) => {
    const { network } = await openSetup();
    network.on(complete, () => new Refusal(type));
    await fillAccount();
    await finish();
    const message = await findText(words);
    const field = document.querySelector(selector);
    expect(field).toBe(document.activeElement);
    expect(field?.getAttribute("aria-describedby")?.split(" ")).toContain(message.id);
    expect(all("alert")).toEqual([]);
    network.on(complete, () => made);
    await finish();
    await find("heading", "Your server is set up");
  });

  test.each([
    ["OperationFailed", "This address is already registered. Choose another one."],
    ["NotFound", "That does not exist any more."],
  ])("keeps what was filled in after %s", async (type, words) => {
    const { network } = await openSetup();
    network.on(complete, () => new Refusal(type));
    await fillAccount();
    await finish();
    await findText(words);
    expect(await find("textbox", "Username")).toHaveProperty("value", "Boss");
    expect(location.hash).toBe("#the-token");
  });

  test("says so if its link does not work any more", async () => {
    const { scene } = newScene();
    await openPublicPage("/setup#old", scene, (network) =>
      network.on("get /auth/setup", () => new Refusal("NotFound")),
    );
    await findText(/^This link or code doesn't work/);
    await until(() => all("alert").length === 1);
    expect(all("textbox")).toEqual([await find("textbox", "Setup code")]);
  });

  test("asks for the code in the log where it is opened without a link", async () => {
    const { scene } = newScene();
    const network = await openPublicPage("/setup", scene, (opened) => {
      opened.on("get /auth/setup", () => new Refusal("NotFound"));
      opened.on("post /auth/setup/factor", () => ({ secret }));
    });
    const enter = async (code: string) => {
      fill(await find("textbox", "Setup code"), code);
      click(await find("button", "Continue"));
    };
    await find("textbox", "Setup code");
    expect(network.sent("get /auth/setup")).toEqual([]);
    expect(await problemsOf("setup code", await find("main"))).toEqual([]);
    await enter("wrong");
    await findText(/^This link or code doesn't work/);
    network.on("get /auth/setup", () => usual);
    await enter(" ABCDE-12345 ");
    await find("textbox", "E-mail address");
    expect(network.sent("get /auth/setup").at(-1)?.headers.get("x-setup-token")).toBe("abcde-12345");
    expect(location.hash).toBe("#abcde-12345");
  });
});

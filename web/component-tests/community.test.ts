import { describe, expect, test } from "bun:test";
import type { Server, User } from "../protocol/types.ts";
import { signInStart } from "../ui/provider-return.ts";
import { click, fill, press } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { configuration } from "./support/configuration.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage, openPublicPage } from "./support/open-page.ts";
import { newId, newMember, newScene, usualPermissions } from "./support/scene.ts";

/** A host that is there for Bob's server Ferrets, with questions to new people. */
function communityScene(questions: { text: string; required: boolean }[] = []) {
  const found = newScene();
  const { _id: server, name } = found.server;
  const community = { server, name, description: "About ferrets", questions };
  found.scene.configuration = { ...configuration, features: { ...configuration.features, community } };
  return found;
}

const rail = () => all("navigation", "Servers");
const bar = () => find("navigation", "Community and messages");

describe("a host that is there for one community", () => {
  test.each([
    ["/login", "Welcome to Ferrets"],
    ["/register", "Join Ferrets"],
  ])("says so at %s", async (path, title) => {
    await openPublicPage(path, communityScene().scene);
    await find("heading", title);
    await findText("About ferrets");
    expect(await problemsOf(path, await find("main"))).toEqual([]);
  });

  test("begins with its channels, without the rail, and leads to everything else", async () => {
    const { scene, path } = communityScene();
    await openPage("/", scene);
    await until(() => location.pathname === path);
    await find("link", /^General/);
    expect(rail()).toEqual([]);
    expect(await problemsOf("community")).toEqual([]);
    click(await find("link", "Friends and messages", await bar()));
    await until(() => location.pathname === "/friends");
    await find("navigation", "Direct messages");
    expect(rail()).toEqual([]);
    click(await find("link", "Inbox", await bar()));
    await until(() => location.pathname === "/inbox");
    click(await find("link", "Ferrets", await bar()));
    await until(() => location.pathname === path);
  });

  test("shows everything at the press of a button, and remembers it", async () => {
    const { scene } = communityScene();
    await openPage("/", scene);
    (await find("button", "Show all servers", await bar())).focus();
    press("Enter");
    await find("navigation", "Servers");
    expect(all("navigation", "Community and messages")).toEqual([]);
    expect(localStorage.getItem("all-servers")).toBe("true");
    click(await find("button", "Show only Ferrets"));
    await gone(rail);
  });

  test("has the same switch in the settings", async () => {
    const { scene } = communityScene();
    await openPage("/settings/appearance", scene);
    click(await find("switch", "Show all servers"));
    await until(() => localStorage.getItem("all-servers") === "true");
  });

  test("shows the rail on a page of another server", async () => {
    const { scene, bob } = communityScene();
    const other = addServer(scene.servers, bob);
    scene.members.push(newMember(other, scene.me));
    await openPage(`/server/${other._id}`, scene);
    await find("navigation", "Servers");
  });

  test("is like any other for somebody who is not a member of it", async () => {
    const { scene } = communityScene();
    Object.assign(scene, { servers: [], channels: [], members: [], users: [] });
    await openPage("/", scene);
    await find("heading", "Welcome, Ann");
    await find("navigation", "Servers");
  });
});

describe("the questions of a community", () => {
  const questions = [
    { text: "Who invited you?", required: true },
    { text: "Anything else?", required: false },
  ];
  const complete = "post /onboard/complete";
  async function openOnboarding() {
    const { scene } = communityScene(questions);
    signInStart.remember();
    const network = await openPublicPage("/sign-in#ticket=once&name=ann", scene, (opened) => {
      opened.on("get /onboard/hello", () => ({ onboarding: true }));
      opened.on("post /auth/session/login", () => ({
        result: "Success" as const,
        _id: newId(),
        user_id: scene.me._id,
        token: "token",
        name: "",
        last_seen: "2026-01-01T00:00:00.000Z",
      }));
    });
    return { network, scene };
  }

  test("are asked with the name, and their answers go along", async () => {
    const { network, scene } = await openOnboarding();
    network.on(complete, () => scene.me);
    const name = await find("textbox", "Username");
    expect(name).toHaveProperty("value", "ann");
    expect(await find("textbox", "Who invited you?")).toHaveProperty("required", true);
    expect(await find("textbox", "Anything else?")).toHaveProperty("required", false);
    await findText("The moderators of Ferrets can read your answers.");
    expect(await problemsOf("questions")).toEqual([]);
    fill(await find("textbox", "Who invited you?"), " Bob ");
    click(await find("button", "Continue"));
    await until(() => network.sent(complete).length === 1);
    expect(network.sent(complete)[0]?.body).toEqual({ username: "ann", answers: ["Bob", ""] });
  });

  test("keep what was written when the name is refused", async () => {
    const { network } = await openOnboarding();
    network.on(complete, () => new Refusal("InvalidUsername"));
    fill(await find("textbox", "Who invited you?"), "Bob");
    click(await find("button", "Continue"));
    await find("alert");
    expect(await find("textbox", "Who invited you?")).toHaveProperty("value", "Bob");
  });
});

function addServer(servers: Server[], owner: User): Server {
  const server: Server = {
    _id: newId(),
    owner: owner._id,
    name: "Stoats",
    channels: [],
    default_permissions: usualPermissions,
    approximate_member_count: 2,
  };
  servers.push(server);
  return server;
}

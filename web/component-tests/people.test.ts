import { describe, expect, test } from "bun:test";
import { addDays, startOf, today } from "@ui/calendar-days.ts";
import type { RelationshipStatus, User } from "../protocol/types.ts";
import { click, fill, press, rightClick } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import type { Network } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene, newUser } from "./support/scene.ts";

/** Ann's list of friends, with one person who has a relation to her. */
async function openFriends(tab: string, relationship: RelationshipStatus, more: Partial<User> = {}) {
  const base = newScene();
  const person = newUser("Dora", { relationship, ...more });
  base.scene.users.push(person);
  const network = await openPage(`/friends?tab=${tab}`, base.scene);
  await find("navigation", "Friends");
  return { ...base, network, person };
}

const tell = (network: Network, me: User, user: User, status: RelationshipStatus) =>
  network.tell({ type: "UserRelationship", id: me._id, user: { ...user, relationship: status }, status });

describe("friends", () => {
  test("a request is refused, and another one comes and is accepted", async () => {
    const { network, scene, person } = await openFriends("requests", "Incoming");
    network.on("delete /users/{target}/friend", () => {
      tell(network, scene.me, person, "None");
      return { ...person, relationship: "None" as const };
    });
    network.on("post /users/friend", () => {
      tell(network, scene.me, person, "Friend");
      return { ...person, relationship: "Friend" as const };
    });
    click(await find("button", "Decline"));
    await find("heading", "No open requests");
    tell(network, scene.me, person, "Incoming");
    await findText("wants to be friends");
    click(await find("button", "Accept"));
    await find("heading", "No open requests");
    await find("button", /^All 1/);
  });

  test("an own request is taken back", async () => {
    const { network, scene, person } = await openFriends("requests", "Outgoing");
    network.on("delete /users/{target}/friend", () => {
      tell(network, scene.me, person, "None");
      return { ...person, relationship: "None" as const };
    });
    await findText("has not answered yet");
    click(await find("button", "Cancel request"));
    await find("heading", "No open requests");
  });

  test("a friend is blocked and unblocked", async () => {
    const { network, scene, person } = await openFriends("all", "Friend");
    network.on("put /users/{target}/block", () => {
      tell(network, scene.me, person, "Blocked");
      return { ...person, relationship: "Blocked" as const };
    });
    network.on("delete /users/{target}/block", () => {
      tell(network, scene.me, person, "None");
      return { ...person, relationship: "None" as const };
    });
    click(await find("button", "More for Dora"));
    click(await find("menuitem", "Block"));
    click(await find("button", /^Blocked 1/));
    click(await find("button", "Unblock"));
    await find("heading", "You have blocked nobody");
  });

  test("without a friend the page leads to the first one", async () => {
    const { scene } = newScene();
    await openPage("/", scene);
    await find("heading", "No friends yet");
    const entry = await find("link", "Friends", await find("navigation", "Direct messages"));
    expect(entry.getAttribute("aria-current")).toBe("page");
    // One button, and not another one that does the same.
    expect(all("button", /^Add/, await find("main"))).toHaveLength(1);
    click(await find("button", "Add a friend"));
    await find("dialog");
  });

  test("a request counts on the rail, and opens on its tab", async () => {
    const { scene } = newScene();
    scene.users.push(newUser("Dora", { relationship: "Incoming" }));
    await openPage("/", scene);
    const home = await find("link", "Home, 1 friend request", await find("navigation", "Servers"));
    expect(home.textContent).toBe("1");
    await findText("Dora", await find("list", "Requests"));
  });

  test("without a friend who is online the page leads to all of them, and the list is searched", async () => {
    const { scene } = newScene();
    scene.users.push(newUser("Away", { relationship: "Friend", online: false }));
    await openPage("/", scene);
    await find("heading", "None of your friends are online");
    click(await find("button", "Show all friends"));
    await findText("Away", await find("list", "All"));
    fill(await find("searchbox", "Search by name"), "nobody");
    await find("heading", "Nobody of this name");
  });
});

describe("conversations", () => {
  test("a direct message is opened from the list of friends, and closed", async () => {
    const { network, scene, person } = await openFriends("all", "Friend");
    const channel = {
      channel_type: "DirectMessage" as const,
      _id: newId(),
      active: true,
      recipients: [scene.me._id, person._id],
    };
    network.on("get /users/{target}/dm", () => channel);
    network.on("delete /channels/{target}", () => {
      network.tell({ type: "ChannelUpdate", id: channel._id, data: { active: false }, clear: [] });
      return undefined;
    });
    click(await find("button", "Message"));
    await until(() => all("heading", "Dora").some(({ tagName }) => tagName === "H1"));
    rightClick(await find("link", /^Dora/, await find("navigation", "Direct messages")));
    click(await find("menuitem", "Close conversation"));
    await findText("Your conversations appear here.");
    expect(network.sent("delete /channels/{target}")[0]?.path).toEqual([channel._id]);
  });

  test("saved messages are always offered", async () => {
    const { network, scene } = await openFriends("all", "Friend");
    network.on("get /users/{target}/dm", () => ({
      channel_type: "SavedMessages" as const,
      _id: newId(),
      user: scene.me._id,
    }));
    click(await find("button", "Saved messages"));
    await until(() => all("heading", "Saved messages").some(({ tagName }) => tagName === "H1"));
    await find("link", "Saved messages", await find("navigation", "Direct messages"));
  });
});

describe("reports", () => {
  test("a person is reported", async () => {
    const { network, person } = await openFriends("all", "Friend");
    network.on("post /safety/report", () => undefined);
    const [name] = allTexts("Dora");
    if (name) rightClick(name);
    click(await find("menuitem", "Report…"));
    fill(await find("textbox", /^Anything they should know/), "Sends adverts all day.");
    click(await find("button", "Send report"));
    await findText("Thank you. The report was sent.");
    await gone(() => all("dialog"));
    expect(network.sent("post /safety/report").map(({ body }) => body)).toEqual([
      {
        content: { type: "User", id: person._id, report_reason: "UnsolicitedSpam" },
        additional_context: "Sends adverts all day.",
      },
    ]);
  });
});

test("a status ends with a day that is chosen", async () => {
  const { scene } = newScene();
  const network = await openPage("/friends", scene);
  network.on("patch /users/{target}", () => scene.me);
  click(await find("button", /presence and status$/));
  click(await find("menuitem", "Set status"));
  const dialog = await find("dialog");
  fill(await find("textbox", "Text", dialog), "Away");
  await choose(/Clear after/, "Choose a day…", dialog);
  click(await find("button", /^Last day/, dialog));
  await find("grid");
  press("ArrowDown");
  press("Enter");
  await gone(() => all("grid"));
  click(await find("button", "Save", dialog));
  await gone(() => all("dialog"));
  const stored: unknown = JSON.parse(localStorage.getItem("status-expiry") ?? "");
  expect(stored).toMatchObject({ text: "Away", at: +startOf(addDays(today(), 8)) });
});

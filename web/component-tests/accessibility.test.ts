import { describe, expect, test } from "bun:test";
import { isThorough, usually } from "../../test/support/run/is-thorough.ts";
import { thoroughTest } from "../../test/support/run/thorough-test.ts";
import { click, press, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, gone, until } from "./support/find.ts";
import { newMessage } from "./support/scene.ts";
import { newSettingsScene, settingsNavigation } from "./support/settings-scene.ts";

/** The buttons of settings that open a dialog, by how their names begin. */
const openers = /^(Change|Create|Delete|Disable|Edit|Log out everywhere|Rename|Reset|Transfer|Turn on)/;

async function closeDialog(): Promise<void> {
  const dialog = await find("dialog");
  const [button] = [...all("button", "Close", dialog), ...all("button", "Cancel", dialog)];
  if (!button) throw new Error("a dialog has no button that closes it");
  click(button);
  await gone(() => all("dialog"));
}

describe("axe finds nothing", () => {
  test.each(
    usually(
      [
        ["a channel", "channel", 5],
        ["the user", "user", 11],
        ["a server", "server", 12],
      ],
      2,
    ),
  )("on the settings of %s, and in their dialogs", async (_name, which, count) => {
    const { open, paths } = newSettingsScene();
    await open(paths[which]);
    const links = async () => all("link", undefined, await find("navigation", settingsNavigation));
    const names = (await links()).map(({ textContent }) => textContent ?? "");
    expect(names.length).toBe(count);
    const problems = await problemsOf(`settings of ${which}`);
    for (const name of names) {
      const link = (await links()).find(({ textContent }) => textContent === name);
      if (link) click(link);
      await until(() => all("heading", name).some((heading) => heading.tagName === "H1"));
      await gone(() => all("status", /^Loading/));
      problems.push(...(await problemsOf(name, await find("main"))));
      const labels = all("button", openers, await find("main")).map(({ textContent }) => textContent);
      // They share one kind of dialog, so the first of each page stands for the others.
      for (const label of labels.slice(0, isThorough ? undefined : 1)) {
        const button = all("button", openers, await find("main")).find((each) => each.textContent === label);
        if (!button || button.matches(":disabled")) continue;
        click(button);
        const dialog = await find("dialog");
        problems.push(...(await problemsOf(`${name}, ${label}`, dialog)));
        await closeDialog();
      }
    }
    expect(problems).toEqual([]);
  });

  thoroughTest("in what opens above and next to a channel", async () => {
    const { open, scene, server, channel, bob } = newSettingsScene();
    const message = newMessage(channel, bob, "# News\n**Bold** `code` ||hidden|| :smile:", {
      reactions: { "👍": [bob._id] },
      pinned: true,
    });
    scene.messages.push(message);
    const network = await open(`/server/${server._id}/channel/${channel._id}`);
    network.on("get /users/{target}", () => bob);
    network.on("get /users/{target}/mutual", () => ({ users: [], servers: [], channels: [] }));
    network.on("post /servers/{target}/search", () => ({ messages: [message], marks: {} }));
    const problems: string[] = [];
    const checkDialog = async (place: string) => {
      // Some get their name with what they load.
      await find("dialog", /./);
      problems.push(...(await problemsOf(place, await find("dialog"))));
      const [close] = all("button", /^(Close|Cancel)$/, await find("dialog"));
      if (close) click(close);
      else press("Escape");
      await gone(() => all("dialog"));
    };
    const row = async () => (await find("article", /^Bob/)) as HTMLElement;
    await row();
    problems.push(...(await problemsOf("channel")));

    press("k", { ctrlKey: true });
    await checkDialog("quick switcher");
    (await row()).focus();
    press("?");
    await checkDialog("keyboard");
    for (const name of ["Jump to a date", "Add a server"]) {
      click(await find("button", name));
      await checkDialog(name);
    }

    const member = async () => find("button", /Bob/, await find("complementary", "Members"));
    const ofServer = () => find("link", "Ferrets");
    const menus = [
      [member, ["Profile", "Change nickname", "Roles…", "Time out…", "Kick…", "Ban…", "Report…"]],
      [ofServer, ["Invite people", "Notifications and mute"]],
      [() => find("link", "General"), ["Delete channel"]],
      [row, ["Report", "Delete"]],
    ] as const;
    for (const [target, entries] of menus)
      for (const name of entries) {
        rightClick(await target());
        const entry = await find("menuitem", name);
        if (name === entries[0]) problems.push(...(await problemsOf(`menu of ${name}`, await find("menu"))));
        click(entry);
        await checkDialog(name);
      }

    click(await find("link", /^Inbox/));
    await find("heading", "Inbox");
    problems.push(...(await problemsOf("inbox", await find("main"))));
    click(await find("link", "Home"));
    for (const name of ["New group", "Add a friend"]) {
      click(await find("button", name));
      await checkDialog(name);
    }
    expect(problems).toEqual([]);
  });
});

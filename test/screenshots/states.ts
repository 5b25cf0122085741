import type { Page } from "../support/browser/web-browser.ts";
import { button, type Demo, openLists, type Shot } from "./pages.ts";

/** Not loaded, empty, loading, and failed. */
export function stateShots({
  place,
  people: { ines, kenji, freya, marta },
  newcomer,
  emptyServer,
  invite,
  visitor,
  reader,
  adultsChannel,
  send,
}: Demo): Shot[] {
  const server = `/server/${place.id}`;
  const channel = `${server}/channel/${place.channels.get("sightings")}`;

  /** Opens the page again, with requests that fail or are never answered. */
  const without = (calls: RegExp, how: "failed" | "unanswered") => async (page: Page) => {
    await page.route(calls, (route) =>
      how === "failed" ? route.fulfill({ status: 500, json: { type: "InternalError" } }) : undefined,
    );
    await page.reload();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
  };
  const messages = /\/channels\/[^/]+\/messages/;
  const members = /\/servers\/[^/]+\/members/;

  return [
    { name: "welcome", path: "/", as: visitor },
    { name: "terms", path: "/", as: reader },
    {
      name: "create-server",
      path: "/",
      as: visitor,
      async prepare(page) {
        await button(page, /^Create a server/).click();
        await page.getByLabel("Name").fill("Reading circle");
        await page.getByText("Community", { exact: true }).click();
      },
    },
    {
      name: "server-ready",
      path: "/",
      as: newcomer,
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, "Add a server").click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /^Create a server/ })
          .click();
        await page.getByLabel("Name").fill("Reading circle");
        await button(page, "Create").click();
        await page.getByRole("dialog", { name: "Reading circle is ready" }).waitFor();
      },
    },
    { name: "age-question", path: adultsChannel, as: freya },
    {
      name: "folder-open",
      path: channel,
      as: freya,
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, /^Folder Field work/).click();
      },
    },
    {
      name: "permission-bar",
      path: channel,
      as: kenji,
      async prepare(page) {
        await page.addInitScript(
          `Object.defineProperty(Notification, "permission", { get: () => "default" })`,
        );
        await page.reload();
        await page.getByText("Meet at the").first().waitFor();
        const elsewhere = place.channels.get("hello") ?? "";
        await send(marta, elsewhere, `<@${kenji.id}> welcome!`);
        await button(page, "No, thanks").waitFor();
      },
    },
    { name: "new-home", path: "/friends", as: newcomer },
    { name: "new-home-all", path: "/friends?tab=all", as: newcomer },
    { name: "new-home-requests", path: "/friends?tab=requests", as: newcomer },
    { name: "new-home-lists", path: "/friends", as: newcomer, prepare: openLists },
    { name: "new-server", path: `/server/${emptyServer}`, as: newcomer },
    ...["emoji", "webhooks", "invites", "members", "bans", "roles", "channels", "audit"].map((page) => ({
      name: `new-server-${page}`,
      path: `/server/${emptyServer}/settings/${page}`,
      as: newcomer,
    })),
    { name: "new-bots", path: "/settings/bots", as: newcomer },
    { name: "member-channel", path: channel, as: kenji },
    { name: "not-found", path: "/nothing", as: ines },
    { name: "not-found-channel", path: "/channel/01JNOTHINGHERE000000000000", as: ines },
    { name: "invite-gone", path: "/invite/gone" },
    { name: "invite-member", path: `/invite/${invite}`, as: newcomer },
    {
      name: "login-wrong",
      path: "/login",
      async prepare(page) {
        await page.getByLabel("E-mail address").fill("ines@example.com");
        await page.getByLabel("Password").fill("not the password");
        await button(page, "Log in").click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "username",
      path: "/register",
      async prepare(page, width) {
        await page.getByLabel("E-mail address").fill(`new${width}@example.com`);
        await page.getByLabel("Password").fill("a good password 1");
        await button(page, "Create an account").click();
        await page.getByLabel("Username").waitFor();
      },
    },
    {
      name: "failed-messages",
      path: channel,
      as: ines,
      prepare: without(messages, "failed"),
      isLoading: true,
    },
    {
      name: "loading-messages",
      path: channel,
      as: ines,
      prepare: without(messages, "unanswered"),
      isLoading: true,
    },
    {
      name: "failed-members",
      path: `${server}/settings/members`,
      as: ines,
      prepare: without(members, "failed"),
      isLoading: true,
    },
    {
      name: "loading-members",
      path: `${server}/settings/members`,
      as: ines,
      prepare: without(members, "unanswered"),
      isLoading: true,
    },
    {
      name: "loading-account",
      path: "/settings/account",
      as: ines,
      prepare: without(/\/auth\/account/, "unanswered"),
      isLoading: true,
    },
    {
      name: "loading-configuration",
      path: "/login",
      prepare: without(/\/api\/?$/, "unanswered"),
      isLoading: true,
    },
    {
      name: "offline",
      path: channel,
      as: ines,
      isLoading: true,
      async prepare(page) {
        // The first connection is cut, and there is no second one.
        const { promise, resolve } = Promise.withResolvers<() => Promise<void>>();
        let isFirst = true;
        await page.routeWebSocket(/.*/, (socket) => {
          if (!isFirst) return void socket.close();
          isFirst = false;
          socket.connectToServer();
          resolve(() => socket.close());
        });
        await page.reload();
        await page.getByText("Meet at the").first().waitFor();
        await (await promise)();
        await page.getByText("No connection.").waitFor();
      },
    },
  ];
}

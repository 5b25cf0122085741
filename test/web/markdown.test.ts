import { afterAll, beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";

const skip = !hasBrowser;
let web: WebTest;
let ann: Person;
let bob: Person;
let place: Community;
let page: Page;
/** What the page's content security policy refused. */
const refused: string[] = [];

beforeAll(async () => {
  if (skip) return;
  web = await openWebTest();
  ann = await newUser(web.server, "Ann");
  bob = await newUser(web.server, "Bob");
  place = await newCommunity(web.server, ann);
  await joinCommunity(web.server, place, bob);
  page = await web.open("/", { as: ann });
  page.on("console", (line) => /content security policy/i.test(line.text()) && refused.push(line.text()));
}, 120_000);

afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
});

/** Opens a new channel that holds one message, of the user: what others write is announced, too, in the same words. */
async function show(message: string | object): Promise<void> {
  const name = `room-${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await web.server.client.post(`/servers/${place.id}/channels`, { name }, ann);
  await sendMessage(web.server, { by: ann, channel: body._id }, message);
  await followLink(page, `/server/${place.id}/channel/${body._id}`);
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

test.skipIf(skip)("mentions, spoilers, code, formulas and times are shown as such", async () => {
  await show(
    [
      `Hello <@${bob.id}> in <#${place.channel}> at <t:1700000000:D> :thumbsup:`,
      "||the end||",
      "```ts\nconst answer = 42;\n```",
      "$\\frac{a}{b}$ and $\\color{red}\\text{red}$",
    ].join("\n\n"),
  );
  await page.getByText("@Bob", { exact: true }).waitFor();
  await page.getByText("14 November 2023").waitFor();
  await page.getByText("👍").waitFor();
  const keyword = page.locator("[data-code=keyword]");
  await keyword.getByText("const").waitFor();
  expect(await page.locator("math mfrac").count()).toBe(1);
  expect(await page.getByText("the end").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Show the spoiler" }).click();
  expect(await page.getByText("the end").isVisible()).toBe(true);
  await page.getByRole("link", { name: "#General" }).last().click();
  await page.getByRole("heading", { name: "General", exact: true }).waitFor();
  expect(refused).toEqual([]);
});

test.skipIf(skip)("links leave no trace where they lead, and those of this client stay in it", async () => {
  const inside = `${web.url}/server/${place.id}/channel/${place.channel}`;
  await show(`https://example.org/a ${inside}`);
  const link = page.getByRole("link", { name: "https://example.org/a" });
  await link.waitFor();
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(await link.getAttribute("target")).toBe("_blank");
  await page.getByRole("link", { name: inside }).click();
  await page.getByRole("heading", { name: "General", exact: true }).waitFor();
  expect(page.context().pages()).toHaveLength(1);
});

test.skipIf(skip)("hostile text stays text", async () => {
  await show(
    [
      '<img src=x onerror="document.title=1"><script>document.title=2</script><style>*{display:none}</style>',
      "[a](javascript:document.title=3) [b](data:text/html,x) <javascript:document.title=4>",
      "$\\href{javascript:document.title=5}{x}$ $\\class{y}{z}$ $\\includegraphics{https://example.org/x.png}$",
      `${"> ".repeat(200)}deep`,
      "![p](https://example.org/p.png)",
    ].join("\n\n"),
  );
  await page.getByText("deep").waitFor();
  await page.getByRole("link", { name: /^p \(/ }).waitFor();
  const found = await messageParts(page);
  expect(found).toEqual({ scripts: 0, images: 0, styles: 0, addresses: ["https://example.org/p.png"] });
  expect(await page.title()).not.toMatch(/^\d$/);
  expect(refused).toEqual([]);
});

/** What the message brought into the page. */
function messageParts(page: Page): Promise<unknown> {
  return page.evaluate(`{
    const root = document.querySelector("blockquote").parentElement;
    const count = (selector) => root.querySelectorAll(selector).length;
    const addresses = [...root.querySelectorAll("[href]")].map((link) => link.href);
    ({ scripts: count("script"), images: count("img"), styles: count("style, [style]"), addresses });
  }`);
}

test.skipIf(skip)("a link whose text says something else is shown with its real host", async () => {
  await show(
    [
      "[https://bank.example](https://evil.example/login)",
      "https://bаnk.example",
      "[plain.example](https://plain.example/a) and https://plain.example/b",
    ].join("\n\n"),
  );
  const names = page.locator("[role=article] a, article a").filter({ hasText: "example" });
  await names.filter({ hasText: "evil" }).waitFor();
  expect(await names.allTextContents()).toEqual([
    "https://bank.example (evil.example)",
    "https://bаnk.example (xn--bnk-6cd.example)",
    "plain.example",
    "https://plain.example/b",
  ]);
});

test.skipIf(skip)("an embed of somebody's own says where its title leads", async () => {
  await show({ embeds: [{ title: "bank.example", url: "https://evil.example/", description: "Log in" }] });
  await page.getByRole("link", { name: "bank.example (evil.example)" }).waitFor();
});

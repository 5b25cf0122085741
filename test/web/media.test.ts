import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Locator, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { makeAnimation, makeImage, makeWebm } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { until } from "../support/until.ts";

/** A second of silence. */
function makeWav(): Buffer {
  const samples = 8_000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0).toString();
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samples, 24);
  head.writeUInt32LE(samples, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

const attachments = "**/autumn/attachments/**";

describe.if(hasBrowser)("media", () => {
  let web: WebTest;
  let ann: Person;
  let server: string;
  let page: Page;
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
    server = body.server._id;
    page = await web.open(`/server/${server}/channel/${body.channels[0]._id}`, { as: ann });
  });
  afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));
  afterAll(() => web[Symbol.asyncDispose]());

  /** Opens a new channel in which somebody has sent files. */
  async function show(...files: readonly { content: Uint8Array | string; filename: string }[]) {
    const name = `files-${crypto.randomUUID().slice(0, 8)}`;
    const { body } = await web.server.client.post(`/servers/${server}/channels`, { name }, ann);
    const ids: string[] = [];
    for (const file of files) ids.push(await uploadFile(web.server, ann, file));
    const draft = { content: "Look.", attachments: ids };
    await sendMessage(web.server, { by: ann, channel: body._id }, draft);
    await followLink(page, `/server/${server}/channel/${body._id}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
  /** Lets no file arrive before the test says so. */
  const holdFiles = (released: Promise<void>) =>
    page.route(attachments, async (route) => {
      await released;
      await route.continue();
    });
  const boxOf = async (name: string) => {
    const box = await page.getByRole("button", { name }).boundingBox();
    return box && { width: Math.round(box.width), height: Math.round(box.height) };
  };
  const isLoaded = (name: string) =>
    page.getByRole("img", { name }).evaluate(async (image) => {
      await image.decode();
      return image.naturalWidth > 0;
    });
  const transformOf = (image: Locator) => image.evaluate(({ style }) => style.transform);

  test("an image takes its place before it is loaded, over a blurred one", async () => {
    const release = Promise.withResolvers<void>();
    const content = await makeImage("png", { width: 1600, height: 800 });
    await holdFiles(release.promise);
    await show({ content, filename: "ferret.png" });
    const image = page.getByRole("button", { name: "ferret.png" });
    await image.waitFor();
    const row = () => page.getByRole("article").filter({ hasText: "Look." }).boundingBox();
    const before = await row();
    expect(await boxOf("ferret.png")).toEqual({ width: 400, height: 200 });
    const background = await image.locator("span").first().getAttribute("style");
    expect(background).toContain('url("data:image/png');
    release.resolve();
    expect(await isLoaded("ferret.png")).toBe(true);
    expect(await boxOf("ferret.png")).toEqual({ width: 400, height: 200 });
    expect(await row()).toEqual(before);
  });

  test("several images are a grid, and the viewer leads through them by keys", async () => {
    const content = await makeImage("png", { width: 400, height: 300 });
    const names = ["one.png", "two.png", "three.png"];
    await show(...names.map((filename) => ({ content, filename })));
    const second = page.getByRole("button", { name: "two.png" });
    await second.click();
    const viewer = page.getByRole("dialog", { name: "two.png" });
    await viewer.waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog", { name: "three.png" }).getByText("3 of 3").waitFor();
    await page.keyboard.press("ArrowRight");
    const shown = page.getByRole("dialog").getByRole("img", { name: "three.png" });
    await page.keyboard.press("+");
    expect(await transformOf(shown)).toContain("scale(1.5)");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("0");
    expect(await transformOf(shown)).toContain("scale(1)");
    await page.keyboard.press("ArrowLeft");
    await viewer.getByRole("img").dblclick();
    expect(await transformOf(viewer.getByRole("img"))).toContain("scale(3)");
    await page.mouse.wheel(0, 5_000);
    expect(await transformOf(viewer.getByRole("img"))).toContain("scale(1)");
    const saved = page.waitForEvent("download");
    await viewer.getByRole("link", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toBe("two.png");
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    expect(await second.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });

  test("a spoiler is not loaded before it is uncovered, nor shown in the viewer", async () => {
    const requests: string[] = [];
    const content = await makeImage("png", { width: 100, height: 100 });
    page.on("request", (request) => void requests.push(request.url()));
    await show({ content, filename: "SPOILER_end.png" }, { content, filename: "start.png" });
    expect(await isLoaded("start.png")).toBe(true);
    expect(requests.filter((url) => url.includes("/attachments/"))).toHaveLength(1);
    await page.getByRole("button", { name: "start.png" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("button", { name: /^(Previous|Next) image$/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show the spoiler end.png" }).click();
    expect(await isLoaded("end.png")).toBe(true);
  });

  test("a text file shows its first lines, and more when wanted", async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`);
    await show({ content: lines.join("\n"), filename: "log.txt" });
    await page.getByText("line 0").waitFor();
    expect(await page.getByText("line 399").count()).toBe(0);
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("line 399").waitFor();
    // By key: the row moves while it grows, and a click would miss the button.
    await page.getByRole("button", { name: "Show less" }).press("Enter");
    await page.getByText("line 399").waitFor({ state: "detached" });
  });

  test("recordings and videos have controls, and a broken video a notice in its size", async () => {
    const release = Promise.withResolvers<void>();
    const files = [
      { content: makeWav(), filename: "silence.wav" },
      { content: makeWebm(640, 480), filename: "broken.webm" },
    ];
    await holdFiles(release.promise);
    await show(...files);
    const video = page.getByLabel("broken.webm", { exact: true });
    expect(await video.boundingBox()).toMatchObject({ width: 400, height: 300 });
    const settings = await video.evaluate(({ controls, preload, autoplay }) => ({
      controls,
      preload,
      autoplay,
    }));
    expect(settings).toEqual({ controls: true, preload: "metadata", autoplay: false });
    release.resolve();
    const notice = page.getByRole("img", { name: "broken.webm: This video cannot be played." });
    expect(await notice.boundingBox()).toMatchObject({ width: 400, height: 300 });
    const audio = page.getByLabel("silence.wav", { exact: true });
    await until(() => audio.evaluate(({ controls, duration }) => controls && duration > 0.9));
  });

  test("a hostile name is text, and the file is saved under it", async () => {
    const filename = "<img src=x onerror=alert(1)> \u202Egpj.exe";
    await show({ content: Buffer.from([0, 1, 2, 255]), filename });
    const link = page.getByRole("link", { name: /^Download <img/ });
    expect(await link.getAttribute("download")).toContain("<img src=x onerror=alert(1)>");
    expect(await page.locator("img[src=x]").count()).toBe(0);
    await page.getByText("4 bytes").waitFor();
  });

  test("an animation stands still where motion is unwanted, until one points at it", async () => {
    await show({ content: await makeAnimation("gif", 3), filename: "dance.gif" });
    const image = page.getByRole("button", { name: "dance.gif" });
    await image.locator("canvas").waitFor();
    await image.hover();
    await image.locator("img").waitFor();
  });

  test("a file that is gone is shown as such, in its place", async () => {
    const content = await makeImage("png", { width: 200, height: 160 });
    await page.route(attachments, (route) => route.fulfill({ status: 404 }));
    await show({ content, filename: "gone.png" });
    await page.getByRole("img", { name: "gone.png: This image cannot be loaded." }).waitFor();
    expect(await boxOf("gone.png")).toEqual({ width: 200, height: 160 });
  });
});

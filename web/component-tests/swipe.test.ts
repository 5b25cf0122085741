import { afterEach, describe, expect, test } from "bun:test";
import { click } from "./support/actions.ts";
import { all, find, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

type Point = readonly [x: number, y: number];

/** Drags a finger over points, and lets go, or gives the finger to the browser, which scrolls with it. */
function drag(
  target: Element,
  points: readonly Point[],
  end: "pointerup" | "pointercancel" = "pointerup",
): void {
  const send = (type: string, [clientX, clientY]: Point) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: "touch",
        isPrimary: true,
        clientX,
        clientY,
      }),
    );
  const [first = [0, 0], ...rest] = points;
  send("pointerdown", first);
  for (const point of rest) send("pointermove", point);
  send(end, points.at(-1) ?? first);
}

/** The size of the page is not part of a browser's own interface. */
const page = window as typeof window & { readonly happyDOM: { setViewport(size: { width: number }): void } };

const replies = () => all("list", "Replies to");

async function openMessage(content = "Swipe me") {
  const { scene, bob, channel, path } = newScene();
  scene.messages.push(newMessage(channel, bob, content));
  await openPage(path, scene);
  return find("article", /^Bob/);
}

const leftBy = (distance: number, at = 200): readonly Point[] => [
  [at, 100],
  [at - 15, 102],
  [at - distance, 104],
];
const rightBy = (distance: number, at = 200): readonly Point[] =>
  leftBy(-distance, at).map(([x, y], index) => [index === 1 ? at + 15 : x, y] as const);

describe("a message is replied to by a swipe towards the start of its lines", () => {
  test("that goes far enough", async () => {
    const row = await openMessage();
    drag(row, leftBy(40));
    expect(replies()).toEqual([]);
    drag(row, leftBy(80));
    await find("list", "Replies to");
    expect(row.style.translate).toBe("");
  });

  test.each([
    ["to the other side", rightBy(80)],
    [
      "that scrolls first",
      [
        [200, 100],
        [195, 130],
        [100, 140],
      ],
    ],
    ["that begins at the edge, where the browser goes back", leftBy(80, 1_270)],
  ] as const)("and not by one %s", async (_name, points) => {
    drag(await openMessage(), points);
    expect(replies()).toEqual([]);
  });

  test("and not by one that the browser scrolls with, nor in code that scrolls itself", async () => {
    const row = await openMessage("`x`\n```\nlong code\n```");
    drag(row, leftBy(80), "pointercancel");
    const code = await until(() => row.querySelector("pre") !== null).then(() => row.querySelector("pre"));
    if (!code) throw new Error("there is no code");
    Object.defineProperty(code, "scrollWidth", { value: 2_000 });
    code.style.overflowX = "auto";
    drag(code, leftBy(80));
    expect(replies()).toEqual([]);
    drag(row, leftBy(80));
    await find("list", "Replies to");
  });

  test("without moving the row where motion is reduced", async () => {
    localStorage.setItem("appearance", JSON.stringify({ reducedMotion: true }));
    dispatchEvent(new StorageEvent("storage", { key: "appearance" }));
    const row = await openMessage();
    const moved: string[] = [];
    row.addEventListener("pointermove", () => queueMicrotask(() => moved.push(row.style.translate)));
    drag(row, leftBy(80));
    await find("list", "Replies to");
    expect(moved.join("")).toBe("");
  });
});

describe("the lists of a narrow page", () => {
  afterEach(() => page.happyDOM.setViewport({ width: 1280 }));

  test("open and close by a swipe", async () => {
    page.happyDOM.setViewport({ width: 360 });
    const row = await openMessage();
    const lists = await find("region", "Servers and channels");
    drag(row, rightBy(80, 10));
    drag(row, rightBy(80, 300));
    expect(lists.dataset.open).toBeUndefined();
    drag(row, rightBy(80, 60));
    expect(lists.dataset.open).toBe("");
    drag(lists, leftBy(80));
    expect(lists.dataset.open).toBeUndefined();
  });

  test("are not opened by a swipe where they are in sight anyway", async () => {
    const row = await openMessage();
    drag(row, rightBy(80, 60));
    expect((await find("region", "Servers and channels")).dataset.open).toBeUndefined();
  });
});

test("a phone has the files to attach in the menu of the composer, so that there is room to write", async () => {
  page.happyDOM.setViewport({ width: 360 });
  try {
    const { scene, path } = newScene();
    await openPage(path, scene);
    const menu = await find("button", "More to send");
    expect(all("button", "Attach files")).toEqual([]);
    click(menu);
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    let opened = 0;
    input?.addEventListener("click", () => (opened += 1));
    click(await find("menuitem", "Attach files"));
    await until(() => opened === 1);
  } finally {
    page.happyDOM.setViewport({ width: 1280 });
  }
});

test("a menu that a mouse opens in a narrow window is at its button, and no sheet", async () => {
  page.happyDOM.setViewport({ width: 360 });
  try {
    const { scene, path } = newScene();
    await openPage(path, scene);
    click(await find("button", "More to send"));
    const menu = await find("menu");
    expect(menu.hasAttribute("data-sheet")).toBe(false);
    const place = menu.closest<HTMLElement>("[data-popper-positioner]");
    // Buttons have no place here, so that they are in the corner.
    await until(() => place?.style.transform === "translate3d(8px, 8px, 0)");
  } finally {
    page.happyDOM.setViewport({ width: 1280 });
  }
});

/** What the script below uses of the page, whose types the tests do not have. */
interface PageElement {
  scrollTop: number;
  readonly dataset: Record<string, string | undefined>;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
  querySelectorAll(selector: string): Iterable<PageElement>;
}
declare const document: { querySelector(selector: string): PageElement | null };
declare const requestAnimationFrame: (done: (time: number) => void) => void;

/**
 * Runs in the page: scrolls to an end of the history in steps, and compares after each of them where the rows
 * on screen are with where they should be, while pages arrive.
 */
export async function watchPlaces(direction: number): Promise<{ jumps: string[] }> {
  const scroller = document.querySelector('[aria-label="Messages"]');
  if (!scroller) throw new Error("there is no list");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const places = () => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll("[data-message]")];
    const visible = rows.filter((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    return new Map(visible.map((row) => [row.dataset.message ?? "", row.getBoundingClientRect().top]));
  };
  const jumps: string[] = [];
  let still = 0;
  let steps = 0;
  while (still < 20 && steps < 400) {
    steps += 1;
    const before = places();
    const offset = scroller.scrollTop;
    scroller.scrollTop += direction * 300;
    const moved = scroller.scrollTop - offset;
    for (let count = 0; count < 3; count += 1) await frame();
    const after = places();
    for (const [id, top] of before) {
      const now = after.get(id);
      if (now !== undefined && Math.abs(top - moved - now) > 4) jumps.push(`${id} by ${now - top + moved}`);
    }
    still = moved === 0 ? still + 1 : 0;
  }
  return { jumps };
}

/** Runs in the page: whether there is nothing more to scroll up to. */
export function isAtTop(): boolean {
  return document.querySelector('[aria-label="Messages"]')?.scrollTop === 0;
}

/** Runs in the page: the first message on screen. */
export function topRow(): string {
  const scroller = document.querySelector('[aria-label="Messages"]');
  const top = scroller?.getBoundingClientRect().top ?? 0;
  const rows = [...(scroller?.querySelectorAll("[data-message]") ?? [])];
  return rows.find((row) => row.getBoundingClientRect().bottom > top + 1)?.dataset.message ?? "";
}

/** What the script below uses of the page, whose types the tests do not have. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
interface PageNode {
  readonly textContent: string;
  readonly parentElement: PageElement;
}
interface PageElement extends PageNode {
  getBoundingClientRect(): Box;
  contains(node: PageNode): boolean;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
declare const document: {
  querySelector(selector: string): PageElement | null;
  createTreeWalker(root: PageElement, show: number): { nextNode(): PageNode | null };
  createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): Iterable<Box> };
};

/** Runs in the page: the texts and buttons below the toolbar of a message, and whether it is out of sight. */
export function coveredByToolbar(): string[] {
  const list = document.querySelector('[aria-label="Messages"]');
  const toolbar = list?.querySelector('[role="toolbar"]');
  if (!list || !toolbar) return ["there is no toolbar"];
  const box = toolbar.getBoundingClientRect();
  const seen = list.getBoundingClientRect();
  const isCovered = (part: Box, within: Box = seen) =>
    Math.min(part.right, within.right) > box.left &&
    Math.max(part.left, within.left) < box.right &&
    Math.min(part.bottom, within.bottom) > box.top &&
    Math.max(part.top, within.top) < box.bottom;
  const found: string[] = [];
  const walker = document.createTreeWalker(list, 4);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (toolbar.contains(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Long lines of code are cut off at the edge of their block.
    const block = node.parentElement.closest("pre")?.getBoundingClientRect();
    if ([...range.getClientRects()].some((part) => isCovered(part, block))) found.push(node.textContent);
  }
  for (const button of list.querySelectorAll("button")) {
    if (!toolbar.contains(button) && isCovered(button.getBoundingClientRect())) found.push("a button");
  }
  if (box.top < seen.top || box.bottom > seen.bottom) found.push("the toolbar is out of sight");
  return found;
}

import type { Page } from "./web-browser.ts";

/** Goes to another path of a client as its links do: without loading the client again, which takes long. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    const link = document.body.appendChild(document.createElement("a"));
    link.href = ${JSON.stringify(path)};
    link.click();
    link.remove();
  }`);
}

import { nextCode } from "../accounts/second-factor.ts";
import type { Operator } from "../operators/operators.ts";
import type { Page } from "./web-browser.ts";
import type { WebTest } from "./web-client.ts";

type OpenOptions = Omit<NonNullable<Parameters<WebTest["open"]>[1]>, "as">;

/** Opens a page below /admin, in a tab with the session of the operator. */
export async function openAdmin(
  web: WebTest,
  { id, token }: Pick<Operator, "id" | "token">,
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  // The first page of the context has nothing to load yet: its storage is what matters.
  const page = await web.open("/admin/icon.svg", options);
  await page.evaluate(storeSession, { token, userId: id });
  await page.goto(`${web.url}/admin${path}`);
  return page;
}

/** Runs in the page: what a login leaves behind. */
function storeSession(session: { token: string; userId: string }): void {
  sessionStorage.setItem("admin-session", JSON.stringify(session));
}

/** Types the next code of the authenticator into the question for it. */
export async function answerQuestion(page: Page, { server }: WebTest, { secret }: Operator): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Code").fill(nextCode(server, secret));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.waitFor({ state: "detached" });
}

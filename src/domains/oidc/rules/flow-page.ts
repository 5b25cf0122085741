import Type from "typebox";
import { signInPage } from "../../accounts/index.ts";

/** The page on which a flow begins, and to which it returns. */
export const FlowPage = Type.Enum(["client", "admin"]);
export type FlowPage = Type.Static<typeof FlowPage>;

/** Ends the `state` of a flow of the admin page. Random states are base64url, which has no dot. */
const adminMark = ".admin";

export const markState = (state: string, page: FlowPage) =>
  page === "admin" ? `${state}${adminMark}` : state;

interface Addresses {
  readonly api: string;
  readonly app: string;
}

/**
 * Where a flow with this state ends, known or not. The state chooses between two pages of ours, so nobody can be led
 * elsewhere by it.
 */
export function endPage(
  { api, app }: Addresses,
  state: string,
  end: Readonly<Record<string, string>>,
): string {
  return signInPage(state.endsWith(adminMark) ? new URL("admin", api).href : app, end);
}

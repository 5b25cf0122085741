import type { SendableEmbed } from "../../../messages/index.ts";
import { discussion, discussionComment } from "./discussions.ts";
import { type Family, unreadable } from "./family.ts";
import { embedOf } from "./notice.ts";
import { push } from "./pushes.ts";
import { commitComment, creation, deletion, fork, star } from "./repositories.ts";
import { issueComment, issues, pullRequests } from "./tickets.ts";

/** By the names that GitHub gives them. */
const families = new Map<string, Family>([
  // Says that the webhook was set up.
  ["ping", () => undefined],
  ["star", star],
  ["push", push],
  ["commit_comment", commitComment],
  ["create", creation],
  ["delete", deletion],
  ["fork", fork],
  ["discussion", discussion],
  ["discussion_comment", discussionComment],
  ["issues", issues],
  ["issue_comment", issueComment],
  ["pull_request", pullRequests],
]);

/** What an event of GitHub is shown as, if it is; or that nothing can be made of it. */
export function readEvent(name: string, body: Uint8Array): SendableEmbed | undefined | typeof unreadable {
  const payload = parsePayload(body);
  const tell = families.get(name);
  if (!tell || typeof payload !== "object" || payload === null) return unreadable;
  const notice = tell(payload);
  return typeof notice === "object" ? embedOf(notice) : notice;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** GitHub sends JSON, or a form with JSON in it, as one chooses there. */
function parsePayload(body: Uint8Array): unknown {
  try {
    const text = utf8.decode(body);
    const json = text.startsWith("payload=") ? (new URLSearchParams(text).get("payload") ?? "") : text;
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

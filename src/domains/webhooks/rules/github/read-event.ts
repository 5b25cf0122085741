import { parseJson } from "../../../../input/parse-json.ts";
import type { SendableEmbed } from "../../../messages/index.ts";
import { cutTexts, parseForm } from "../foreign/payload-bounds.ts";
import { discussion, discussionComment } from "./discussions.ts";
import { type EventFormatter, unreadable } from "./event-formatter.ts";
import { issueComment, issues, pullRequests } from "./issues.ts";
import { embedOf } from "./notice.ts";
import { push } from "./pushes.ts";
import { commitComment, creation, deletion, fork, star } from "./repositories.ts";

/** By the names of the events at GitHub. */
const formatters = new Map<string, EventFormatter>([
  // Sent when the webhook is set up.
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

/** The embed for a GitHub event; undefined for events that are not posted. */
export function readEvent(name: string, body: Uint8Array): SendableEmbed | undefined | typeof unreadable {
  const payload = parsePayload(body);
  const format = formatters.get(name);
  if (!format || typeof payload !== "object" || payload === null) return unreadable;
  const notice = format(payload);
  return typeof notice === "object" ? embedOf(notice) : notice;
}

/** A push has about 25 values for each commit. */
const maxValues = 40_000;
/** More than an embed may have, which is refused then. */
const maxTextLength = 4_000;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** GitHub sends JSON, or a form with JSON in it, depending on its settings. */
function parsePayload(body: Uint8Array): unknown {
  try {
    const text = utf8.decode(body);
    const json = text.startsWith("payload=") ? (parseForm(text).get("payload") ?? "") : text;
    return cutTexts(parseJson(json, { values: maxValues }), { each: maxTextLength });
  } catch {
    return undefined;
  }
}

import Type, { type Static } from "typebox";
import { linkTarget } from "../foreign/markdown.ts";
import { formatterOf } from "./event-formatter.ts";
import { colours, escapeInline, eventFields, excerpt, type GithubNotice } from "./notice.ts";

const Commit = Type.Object({
  id: Type.String(),
  message: Type.String(),
  url: Type.String(),
  author: Type.Object({ name: Type.String() }),
});

const Push = Type.Object({
  ...eventFields,
  ref: Type.String(),
  after: Type.String(),
  compare: Type.String(),
  forced: Type.Boolean(),
  commits: Type.Array(Commit),
});

const maxMessageLength = 50;
const maxListLength = 1_000;
const shortIdLength = 8;

export const push = formatterOf(Push, (payload) =>
  payload.forced ? formatForcePush(payload) : formatCommits(payload),
);

function formatCommits({
  sender: author,
  repository,
  compare: link,
  commits,
  ref,
}: Static<typeof Push>): GithubNotice {
  const summary = `${commits.length} new ${commits.length === 1 ? "commit" : "commits"}`;
  const scope = `${repository.full_name}:${branchOf(ref)}`;
  return { author, scope, summary, link, body: listCommits(commits), colour: colours.push };
}

function formatForcePush({
  sender: author,
  repository,
  compare,
  after,
  ref,
}: Static<typeof Push>): GithubNotice {
  const summary = `Branch ${branchOf(ref)} was force-pushed to ${after.slice(0, shortIdLength)}`;
  const body = `[Compare changes](${linkTarget(compare)})`;
  return { author, scope: repository.full_name, summary, body, colour: colours.forcePush };
}

/** Lists as many commits as fit, in whole lines. */
function listCommits(commits: readonly Static<typeof Commit>[]): string {
  let list = "";
  for (const { id, message, url, author } of commits) {
    const [firstLine = ""] = message.split("\n");
    const subject = escapeInline(excerpt(firstLine, maxMessageLength));
    const line = `[\`${id.slice(0, shortIdLength)}\`](${linkTarget(url)}) ${subject} - ${escapeInline(author.name)}`;
    const longer = list === "" ? line : `${list}\n${line}`;
    if (longer.length > maxListLength) break;
    list = longer;
  }
  return list;
}

function branchOf(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, "");
}

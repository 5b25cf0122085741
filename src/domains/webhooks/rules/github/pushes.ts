import Type, { type Static } from "typebox";
import { linkTarget } from "../foreign/markdown.ts";
import { family } from "./family.ts";
import { colours, excerpt, type Notice, place, plain } from "./notice.ts";

const Commit = Type.Object({
  id: Type.String(),
  message: Type.String(),
  url: Type.String(),
  author: Type.Object({ name: Type.String() }),
});

const Push = Type.Object({
  ...place,
  ref: Type.String(),
  after: Type.String(),
  compare: Type.String(),
  forced: Type.Boolean(),
  commits: Type.Array(Commit),
});

const longestMessage = 50;
const longestList = 1_000;
const shortId = 8;

export const push = family(Push, (pushed) => (pushed.forced ? tellForced(pushed) : tellCommits(pushed)));

function tellCommits({ sender: by, repository, compare: link, commits, ref }: Static<typeof Push>): Notice {
  const what = `${commits.length} new ${commits.length === 1 ? "commit" : "commits"}`;
  const where = `${repository.full_name}:${branchOf(ref)}`;
  return { by, where, what, link, body: listCommits(commits), colour: colours.push };
}

function tellForced({ sender: by, repository, compare, after, ref }: Static<typeof Push>): Notice {
  const what = `Branch ${branchOf(ref)} was force-pushed to ${after.slice(0, shortId)}`;
  const body = `[Compare changes](${linkTarget(compare)})`;
  return { by, where: repository.full_name, what, body, colour: colours.force };
}

/** Whole lines, the first ones first. */
function listCommits(commits: readonly Static<typeof Commit>[]): string {
  let list = "";
  for (const { id, message, url, author } of commits) {
    const [firstLine = ""] = message.split("\n");
    const said = plain(excerpt(firstLine, longestMessage));
    const line = `[\`${id.slice(0, shortId)}\`](${linkTarget(url)}) ${said} - ${plain(author.name)}`;
    const longer = list === "" ? line : `${list}\n${line}`;
    if (longer.length > longestList) break;
    list = longer;
  }
  return list;
}

function branchOf(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, "");
}

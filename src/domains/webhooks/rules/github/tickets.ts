import Type from "typebox";
import { byAction, type Family, family } from "./family.ts";
import { colours, excerpt, place, Text } from "./notice.ts";

const Ticket = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  html_url: Type.String(),
  body: Text,
  merged: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});

const coloursOf = { opened: colours.opened, closed: colours.plain, reopened: colours.reopened };
type Deed = keyof typeof coloursOf;

const ticket =
  (key: "issue" | "pull_request", kind: string) =>
  (deed: Deed): Family => {
    const told = family(
      Type.Object({ ...place, ticket: Ticket }),
      ({
        sender: by,
        repository: { full_name: where },
        ticket: { number, title, html_url, body, merged },
      }) => ({
        by,
        where,
        what: `${kind} ${deed === "closed" && merged ? "merged" : deed}: #${number} ${title}`,
        link: html_url,
        body: deed === "opened" ? excerpt(body) : undefined,
        colour: coloursOf[deed],
      }),
    );
    return (payload) => told({ ...payload, ticket: (payload as Record<string, unknown>)[key] });
  };

const allOf = (told: (deed: Deed) => Family) =>
  byAction({ opened: told("opened"), closed: told("closed"), reopened: told("reopened") });

export const issues = allOf(ticket("issue", "Issue"));
export const pullRequests = allOf(ticket("pull_request", "Pull request"));

export const issueComment = byAction({
  created: family(
    Type.Object({
      ...place,
      issue: Type.Object({
        number: Type.Integer(),
        title: Type.String(),
        pull_request: Type.Optional(Type.Unknown()),
      }),
      comment: Type.Object({ html_url: Type.String(), body: Text }),
    }),
    ({ sender: by, repository: { full_name: where }, issue, comment }) => ({
      by,
      where,
      what: `New comment on ${issue.pull_request ? "pull request" : "issue"} #${issue.number} ${issue.title}`,
      link: comment.html_url,
      body: excerpt(comment.body),
      colour: colours.talk,
    }),
  ),
});

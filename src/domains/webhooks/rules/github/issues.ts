import Type from "typebox";
import { byAction, type EventFormatter, formatterOf } from "./event-formatter.ts";
import { colours, eventFields, excerpt, OptionalText } from "./notice.ts";

const IssueOrPull = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  html_url: Type.String(),
  body: OptionalText,
  merged: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});

const actionColours = { opened: colours.opened, closed: colours.neutral, reopened: colours.reopened };
type Action = keyof typeof actionColours;

const formatAction =
  (key: "issue" | "pull_request", kind: string) =>
  (action: Action): EventFormatter => {
    const format = formatterOf(
      Type.Object({ ...eventFields, subject: IssueOrPull }),
      ({
        sender: author,
        repository: { full_name: scope },
        subject: { number, title, html_url, body, merged },
      }) => ({
        author,
        scope,
        summary: `${kind} ${action === "closed" && merged ? "merged" : action}: #${number} ${title}`,
        link: html_url,
        body: action === "opened" ? excerpt(body) : undefined,
        colour: actionColours[action],
      }),
    );
    return (payload) => format({ ...payload, subject: (payload as Record<string, unknown>)[key] });
  };

const forEachAction = (format: (action: Action) => EventFormatter) =>
  byAction({ opened: format("opened"), closed: format("closed"), reopened: format("reopened") });

export const issues = forEachAction(formatAction("issue", "Issue"));
export const pullRequests = forEachAction(formatAction("pull_request", "Pull request"));

export const issueComment = byAction({
  created: formatterOf(
    Type.Object({
      ...eventFields,
      issue: Type.Object({
        number: Type.Integer(),
        title: Type.String(),
        pull_request: Type.Optional(Type.Unknown()),
      }),
      comment: Type.Object({ html_url: Type.String(), body: OptionalText }),
    }),
    ({ sender: author, repository: { full_name: scope }, issue, comment }) => ({
      author,
      scope,
      summary: `New comment on ${issue.pull_request ? "pull request" : "issue"} #${issue.number} ${issue.title}`,
      link: comment.html_url,
      body: excerpt(comment.body),
      colour: colours.comment,
    }),
  ),
});

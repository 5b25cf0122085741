import Type from "typebox";
import { byAction, formatterOf } from "./event-formatter.ts";
import { colours, eventFields, excerpt, GithubAccount, OptionalText } from "./notice.ts";

const Discussion = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  html_url: Type.String(),
  body: OptionalText,
});

/** The notice shows the author of the comment, who may not be the sender of the event. */
const Comment = Type.Object({ html_url: Type.String(), body: OptionalText, user: GithubAccount });

const { comment: colour } = colours;
const titleOf = ({ number, title }: { number: number; title: string }) => `#${number} ${title}`;

export const discussion = byAction({
  created: formatterOf(
    Type.Object({ ...eventFields, discussion: Discussion }),
    ({ sender: author, repository: { full_name: scope }, discussion }) => ({
      author,
      scope,
      summary: `New discussion ${titleOf(discussion)}`,
      link: discussion.html_url,
      body: excerpt(discussion.body),
      colour,
    }),
  ),
  answered: formatterOf(
    Type.Object({ ...eventFields, discussion: Discussion, answer: Comment }),
    ({ repository: { full_name: scope }, discussion, answer }) => ({
      author: answer.user,
      scope,
      summary: `Discussion answered ${titleOf(discussion)}`,
      link: answer.html_url,
      body: excerpt(answer.body),
      colour,
    }),
  ),
});

export const discussionComment = byAction({
  created: formatterOf(
    Type.Object({ ...eventFields, discussion: Discussion, comment: Comment }),
    ({ repository: { full_name: scope }, discussion, comment }) => ({
      author: comment.user,
      scope,
      summary: `New comment on discussion ${titleOf(discussion)}`,
      link: comment.html_url,
      body: excerpt(comment.body),
      colour,
    }),
  ),
});

import Type from "typebox";
import { byAction, family } from "./family.ts";
import { Account, colours, excerpt, place, Text } from "./notice.ts";

const Discussion = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  html_url: Type.String(),
  body: Text,
});

/** They are shown as of whoever wrote them, who need not be the one that acted. */
const Comment = Type.Object({ html_url: Type.String(), body: Text, user: Account });

const { talk: colour } = colours;
const nameOf = ({ number, title }: { number: number; title: string }) => `#${number} ${title}`;

export const discussion = byAction({
  created: family(
    Type.Object({ ...place, discussion: Discussion }),
    ({ sender: by, repository: { full_name: where }, discussion: about }) => ({
      by,
      where,
      what: `New discussion ${nameOf(about)}`,
      link: about.html_url,
      body: excerpt(about.body),
      colour,
    }),
  ),
  answered: family(
    Type.Object({ ...place, discussion: Discussion, answer: Comment }),
    ({ repository: { full_name: where }, discussion: about, answer }) => ({
      by: answer.user,
      where,
      what: `Discussion answered ${nameOf(about)}`,
      link: answer.html_url,
      body: excerpt(answer.body),
      colour,
    }),
  ),
});

export const discussionComment = byAction({
  created: family(
    Type.Object({ ...place, discussion: Discussion, comment: Comment }),
    ({ repository: { full_name: where }, discussion: about, comment }) => ({
      by: comment.user,
      where,
      what: `New comment on discussion ${nameOf(about)}`,
      link: comment.html_url,
      body: excerpt(comment.body),
      colour,
    }),
  ),
});

import Type from "typebox";
import { byAction, formatterOf } from "./event-formatter.ts";
import { colours, eventFields, excerpt, OptionalText } from "./notice.ts";

const { neutral: colour } = colours;

const Repository = eventFields.repository;

export const star = byAction({
  created: formatterOf(
    Type.Object(eventFields),
    ({ sender: author, repository: { full_name: scope, html_url: link } }) => ({
      author,
      scope,
      summary: "New star added",
      link,
      colour,
    }),
  ),
});

export const fork = formatterOf(
  Type.Object({ ...eventFields, forkee: Repository }),
  ({ sender: author, repository: { full_name: scope }, forkee }) => ({
    author,
    scope,
    summary: `Fork created: ${forkee.full_name}`,
    link: forkee.html_url,
    colour,
  }),
);

/** A branch or a tag. */
const Reference = Type.Object({ ...eventFields, ref: Type.String(), ref_type: Type.String() });

const formatReference = (action: "created" | "deleted") =>
  formatterOf(Reference, ({ sender: author, repository: { full_name: scope }, ref, ref_type }) => ({
    author,
    scope,
    summary: `${ref_type.charAt(0).toUpperCase()}${ref_type.slice(1)} ${action}: ${ref}`,
    colour,
  }));

export const creation = formatReference("created");
export const deletion = formatReference("deleted");

export const commitComment = byAction({
  created: formatterOf(
    Type.Object({
      ...eventFields,
      comment: Type.Object({ html_url: Type.String(), commit_id: Type.String(), body: OptionalText }),
    }),
    ({ sender: author, repository: { full_name: scope }, comment: { html_url: link, commit_id, body } }) => ({
      author,
      scope,
      summary: `New comment on commit ${commit_id.slice(0, 8)}`,
      link,
      body: excerpt(body),
      colour,
    }),
  ),
});

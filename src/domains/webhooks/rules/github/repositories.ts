import Type from "typebox";
import { byAction, family } from "./family.ts";
import { colours, excerpt, place, Text } from "./notice.ts";

const { plain: colour } = colours;

const Repository = place.repository;

export const star = byAction({
  created: family(Type.Object(place), ({ sender: by, repository: { full_name: where, html_url: link } }) => ({
    by,
    where,
    what: "New star added",
    link,
    colour,
  })),
});

export const fork = family(
  Type.Object({ ...place, forkee: Repository }),
  ({ sender: by, repository: { full_name: where }, forkee }) => ({
    by,
    where,
    what: `Fork created: ${forkee.full_name}`,
    link: forkee.html_url,
    colour,
  }),
);

const Reference = Type.Object({ ...place, ref: Type.String(), ref_type: Type.String() });

const reference = (deed: "created" | "deleted") =>
  family(Reference, ({ sender: by, repository: { full_name: where }, ref, ref_type }) => ({
    by,
    where,
    what: `${ref_type.charAt(0).toUpperCase()}${ref_type.slice(1)} ${deed}: ${ref}`,
    colour,
  }));

/** A branch or a tag, as those of `deletion` are. */
export const creation = reference("created");
export const deletion = reference("deleted");

export const commitComment = byAction({
  created: family(
    Type.Object({
      ...place,
      comment: Type.Object({ html_url: Type.String(), commit_id: Type.String(), body: Text }),
    }),
    ({ sender: by, repository: { full_name: where }, comment: { html_url: link, commit_id, body } }) => ({
      by,
      where,
      what: `New comment on commit ${commit_id.slice(0, 8)}`,
      link,
      body: excerpt(body),
      colour,
    }),
  ),
});

import Type, { type TSchema } from "typebox";
import { boundedBy, Id } from "../../protocol/schema.ts";

/** The parameters of a route that lists by id. */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "50, if absent." })),
  after: Type.Optional(Type.With(Id, { description: "The id of the last one of the page before." })),
};

export const SearchQuery = Type.Object({
  ...pageParameters,
  query: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: "A part of what the summary names." }),
  ),
});

/** The reply of a route that lists in pages. */
export const pageOf = <S extends TSchema>(item: S) => Type.Array(item, boundedBy("limit"));

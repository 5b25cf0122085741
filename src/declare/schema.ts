import Type, { type TObject, type TProperties, type TSchema } from "typebox";

/** A reply without a body: status 204. */
export const NoContent = Type.Void({ description: "Nothing." });

export const Id = Type.String({ description: "An id: 26 characters, sortable by time." });

/** An object with a name of its own in the published description, and no fields beside these. */
export function model<P extends TProperties>(title: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, description, additionalProperties: false });
}

/** The same for what comes in, where fields beside these are left unread. */
export function input<P extends TProperties>(title: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, description });
}

/** Gives any other schema a name in the published description. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return Type.With(schema, { title }) as unknown as S;
}

import Type, { type TObject, type TProperties, type TSchema } from "typebox";

/** A reply without a body: status 204. */
export const NoContent = Type.Void({ description: "Nothing." });

export const Id = Type.String({ description: "An id: 26 characters, sortable by time." });

/** An object with a name of its own in the published description, and no other fields than these. */
export function model<P extends TProperties>(title: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, description, additionalProperties: false });
}

/** The same for a request, where other fields are ignored. */
export function input<P extends TProperties>(title: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, description });
}

/** The changed fields of an object. */
export function partial<P extends TProperties>(title: string, description: string, properties: P) {
  return Type.Partial(Type.Object(properties), { title, description, additionalProperties: false });
}

/** One variant of a union that is discriminated by `type`. */
export function tagged<const T extends string, P extends TProperties>(type: T, properties: P) {
  return Type.Object({ type: Type.Literal(type), ...properties }, { additionalProperties: false });
}

/** Gives a schema a name in the published description. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return Type.With(schema, { title }) as unknown as S;
}

/** A point in time: an ISO 8601 string in JSON, milliseconds since 1970 in msgpack. */
export const Timestamp = Type.String({ format: "date-time", description: "UTC, to the millisecond." });

/** A reply that is not JSON. */
export function bytes(contentMediaType: string, cacheControl: string) {
  return Type.Unsafe<Uint8Array<ArrayBuffer>>({ type: "string", contentMediaType, cacheControl });
}

/** The headers of a reply that `bytes` has declared. */
export function mediaOf(schema: TSchema): { type: string; cacheControl: string } | undefined {
  const { contentMediaType, cacheControl } = schema as { contentMediaType?: string; cacheControl?: string };
  return contentMediaType === undefined
    ? undefined
    : { type: contentMediaType, cacheControl: cacheControl ?? "" };
}

/** A body that is not decoded, of at most this many bytes. */
export function raw(maxBytes: number) {
  return Type.Unsafe<Uint8Array>({ type: "string", contentMediaType: "application/octet-stream", maxBytes });
}

/** The size limit of a body that `raw` has declared. */
export function rawLimitOf(schema: TSchema): number | undefined {
  return (schema as { maxBytes?: number }).maxBytes;
}

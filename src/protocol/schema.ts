import Type, { type TObject, type TProperties, type TSchema } from "typebox";

/** A reply without a body: status 204. */
export const NoContent = Type.Void({ description: "Nothing." });

/** Ids are looked up and never checked for their form, so clients may send others; the longest are those of files. */
export const Id = Type.String({ maxLength: 128, description: "An id: 26 characters, sortable by time." });

export const SafeInteger = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

/** Bounds the lists of ids whose own limit is a configuration key or a rule of the action. */
export const maxIds = 10_000;

/** The most items of a list in a reply that has no pages and no cap on what it lists: the newest or first ones. */
export const maxListed = 10_000;

/**
 * What bounds a list or text, other than `maxItems` and `maxLength`. Names configuration keys that cap it or, for a list
 * in a reply, the parameter that sets the length of a page.
 */
export function boundedBy(...names: string[]): { "x-bounded-by": readonly string[] } {
  return { "x-bounded-by": names };
}

/** Bounds of a value in a request that its action enforces itself, after other checks. */
interface EnforcedBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
}

/** For such a value, whose own bounds are wider: the description publishes these instead. */
export function enforcedLater(bounds: EnforcedBounds): { readonly enforcedLater: EnforcedBounds } {
  return { enforcedLater: bounds };
}

/** Bounds the lists of fields that an edit empties; the same field may be named twice. */
export const maxFields = 64;

/**
 * Bounds the text of parameters and headers that need no limit of their own: the server accepts no longer head of a
 * request (431).
 */
export const maxHeadLength = 16_384;

/** The header of every call that leaves an entry in the audit log. */
export const AuditHeaders = Type.Object({
  "x-audit-log-reason": Type.Optional(
    Type.String({ maxLength: maxHeadLength, description: "Reason for the audit log; at most 512 bytes." }),
  ),
});

/** Bounds the texts whose own limit is counted in bytes by their action: the default of `http.body_limit`. */
export const maxBodyLength = 1_048_576;

/** A secret that the server issued: of a session, bot or ticket, or a code of a mail. */
export const Token = Type.String({ maxLength: 4_096 });

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

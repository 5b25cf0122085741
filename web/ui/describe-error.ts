import type { PageTexts } from "./page-i18n.ts";

/** A request that failed, with the type by which the server calls it. */
export class TypedError extends Error {
  readonly type: string;

  constructor(type: string, options?: ErrorOptions) {
    super(type, options);
    this.type = type;
  }
}

/** Says in words what a failed request means and what to do. */
export function createDescribeError(t: () => PageTexts) {
  return (thrown: unknown): string => {
    const type = typeOf(thrown);
    const { errors, common } = t();
    return (Object.hasOwn(errors, type) && errors[type]) || common.otherError(type);
  };
}

function typeOf(thrown: unknown): string {
  if (thrown instanceof TypedError) return thrown.type;
  // A resource of Solid wraps what it could not load.
  return thrown instanceof Error && thrown.cause !== undefined ? typeOf(thrown.cause) : "InternalError";
}

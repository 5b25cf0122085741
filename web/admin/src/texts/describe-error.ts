import { ApiFailure } from "../api/failure.ts";
import { t } from "./texts.ts";

/** Says in words what a failed call means and what to do. */
export function describeError(thrown: unknown): string {
  // A resource of Solid wraps what it could not load.
  const failure = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  const type = failure instanceof ApiFailure ? failure.type : "InternalError";
  const { errors, common } = t();
  return type in errors ? errors[type as keyof typeof errors] : common.otherError(type);
}

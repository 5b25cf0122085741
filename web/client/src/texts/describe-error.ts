import { readApiError } from "../session/api-error.ts";
import { t } from "./texts.ts";

/** Says in words what a failed request means and what to do. */
export function describeError(thrown: unknown): string {
  const { type } = readApiError(thrown);
  const { errors, common } = t();
  return type in errors ? errors[type as keyof typeof errors] : common.otherError(type);
}

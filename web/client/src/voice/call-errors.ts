import { describeError, t } from "../i18n/i18n.ts";
import { ApiError } from "../session/api-error.ts";

export type Medium = "microphone" | "camera" | "screen";

/** Says why the user cannot be heard or seen. Nothing if they changed their mind in the browser's own dialog. */
export function describeMediumError(thrown: unknown, medium: Medium): string | undefined {
  const { voice } = t();
  if (!isSecureContext) return voice.insecure;
  const name = thrown instanceof Error ? thrown.name : "";
  if (name === "NotAllowedError") return medium === "screen" ? undefined : voice.refused[medium];
  if (name === "NotFoundError" || name === "OverconstrainedError") return voice.missing[medium];
  if (name === "NotReadableError" || name === "AbortError") return voice.busy[medium];
  return voice.failed[medium];
}

/** Says why a call could not be joined. */
export function describeJoinError(thrown: unknown): string {
  // What the library of the voice node throws says nothing about this server.
  return thrown instanceof ApiError ? describeError(thrown) : t().voice.unreachable;
}

import type { Services } from "../../../declare/services.ts";
import { within } from "../../../platform/clock/clock.ts";
import { findVoiceSource } from "../../../platform/voice/voice-source.ts";
import type { SetupCheck } from "../model.ts";

const timeoutMs = 30_000;

/** Whether calls would work if they were on. */
export async function checkVoice({ config, voice }: Services): Promise<SetupCheck> {
  const source = findVoiceSource({ ...config, voice: { ...config.voice, mode: "auto" } });
  if (source.kind === "off") return { ok: false, text: source.why };
  const nodes = voice?.all ?? [];
  if (nodes.length === 0) return { ok: true, text: "" };
  const found = await within(
    timeoutMs,
    Promise.all(nodes.map((node) => node.examine())),
    "the LiveKit server did not answer in time",
  ).catch((error: unknown) => [{ ok: false, text: String(error) }]);
  const failed = found.find(({ ok }) => !ok);
  return failed ? { ok: false, text: failed.text } : { ok: true, text: found[0]?.text ?? "" };
}

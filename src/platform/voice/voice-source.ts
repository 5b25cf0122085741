import { existsSync } from "node:fs";
import type { Config } from "../../config/schema.ts";

/** Where calls run: on the configured nodes, on a LiveKit server that this server runs itself, or nowhere. */
type VoiceSource =
  | { readonly kind: "nodes" }
  | { readonly kind: "program"; readonly program: string }
  | { readonly kind: "off"; readonly why: string };

export function findVoiceSource({ voice: { mode, nodes, binary } }: Config): VoiceSource {
  if (mode === "off") return { kind: "off", why: 'voice.mode is "off"' };
  if (nodes.length > 0) return { kind: "nodes" };
  if (mode === "nodes")
    return { kind: "off", why: 'voice.mode is "nodes", and there are no [[voice.nodes]]' };
  const program = Bun.which(binary || "livekit-server");
  if (program) return { kind: "program", program };
  if (binary === "") return { kind: "off", why: "there is no livekit-server on the PATH" };
  const problem = existsSync(binary) ? "cannot be executed" : "does not exist";
  return { kind: "off", why: `${binary}, which voice.binary names, ${problem}` };
}

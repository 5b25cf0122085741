import type { Config } from "../../config/schema.ts";
import { findVoiceSource } from "../voice/voice-source.ts";

interface ClusterConfigReport {
  /** Why a node with this configuration must not start. */
  readonly refusal?: string;
  /** What is probably not what the operator wants. */
  readonly warnings: readonly string[];
}

/**
 * Looks for what works on one machine and not with several nodes. Settings that are never right are refused when the
 * configuration is loaded.
 */
export function checkClusterConfig(config: Config): ClusterConfigReport {
  if (!config.cluster.enabled) return { warnings: [] };
  const voice = findVoiceSource(config);
  // Two people in one channel would be in rooms on two machines.
  if (voice.kind === "program")
    return {
      refusal: `cluster.enabled: the nodes cannot each run ${voice.program}. Run LiveKit separately and name it in voice.nodes, or set voice.mode to "off".`,
      warnings: [],
    };
  const warnings: string[] = [];
  if (voice.kind === "off" && config.voice.mode !== "off")
    warnings.push(`calls are off: ${voice.why}; a cluster needs a separate LiveKit, named in voice.nodes`);
  if (config.public_url === "")
    warnings.push("public_url is not set: clients are told the address of this node instead of one for all");
  if (config.smtp.folder !== "") warnings.push("smtp.folder: each node writes its mails on its own machine");
  return { warnings };
}

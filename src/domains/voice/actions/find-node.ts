import type { Services } from "../../../declare/services.ts";
import type { VoiceNode } from "../../../platform/voice/port.ts";

/** The voice nodes, the default node first; none if voice is off. */
export function voiceNodes({ voice }: Pick<Services, "voice">): readonly VoiceNode[] {
  return voice?.all ?? [];
}

export function findNode(services: Pick<Services, "voice">, name: string): VoiceNode | undefined {
  return voiceNodes(services).find((node) => node.name === name);
}

/** The node name that the official web client sends, wherever the server's nodes are. */
const anyNode = "worldwide";

/** The node with this name; the first one, which is the default, for no name. Undefined if there is none. */
export function chooseNode(nodes: readonly VoiceNode[], name: string | undefined): VoiceNode | undefined {
  const named = nodes.find((node) => node.name === name);
  return named ?? (name === undefined || name === anyNode ? nodes[0] : undefined);
}

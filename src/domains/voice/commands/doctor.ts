import { type Command, CommandError } from "../../../declare/command.ts";
import { doctorRoomPrefix, type VoiceNode } from "../../../platform/voice/port.ts";
import { findVoiceSource } from "../../../platform/voice/voice-source.ts";
import { voiceNodes } from "../actions/find-node.ts";

/** LiveKit keeps a room without participants as long. */
const outsideTokenSeconds = 300;

export const doctorVoice: Command = {
  words: ["doctor", "voice"],
  isReadOnly: true,
  args: [],
  flags: { "from-outside": "print the command with which another machine examines each voice node" },
  doc: "Make a call between two participants through each voice node, and say what is wrong.",
  async run({ services, flags }) {
    const source = findVoiceSource(services.config);
    if (source.kind === "off") throw new CommandError(`voice is off: ${source.why}`);
    const lines: string[] = [];
    let isWell = true;
    for (const node of voiceNodes(services)) {
      if (flags.has("from-outside")) {
        lines.push(await outsideCommand(node));
        continue;
      }
      const { ok, text } = await node.examine();
      isWell &&= ok;
      lines.push(`${node.name}: ${text}`);
    }
    if (!isWell) throw new CommandError(lines.join("\n"));
    return lines.join("\n");
  },
};

/** The token lets its holder into a room of its own, where nobody else is. */
async function outsideCommand(node: VoiceNode): Promise<string> {
  const room = `${doctorRoomPrefix}${crypto.randomUUID()}`;
  await node.createRoom(room, "");
  const identity = "outside";
  const grants = { canSubscribe: true, sources: [] };
  const seconds = outsideTokenSeconds;
  const token = await node.createToken({ room, identity, name: identity, metadata: "", grants, seconds });
  return `ermine doctor outside ${node.publicUrl} ${token}`;
}

import { type Command, CommandError } from "../../../declare/command.ts";
import { findVoiceSource } from "../../../platform/voice/voice-source.ts";
import { voiceNodes } from "../actions/find-node.ts";

export const doctorVoice: Command = {
  words: ["doctor", "voice"],
  isReadOnly: true,
  args: [],
  doc: "Make a call between two participants through each voice node, and say what is wrong.",
  async run({ services }) {
    const source = findVoiceSource(services.config);
    if (source.kind === "off") throw new CommandError(`voice is off: ${source.why}`);
    const lines: string[] = [];
    let isWell = true;
    for (const node of voiceNodes(services)) {
      const { ok, text } = await node.examine();
      isWell &&= ok;
      lines.push(`${node.name}: ${text}`);
    }
    if (!isWell) throw new CommandError(lines.join("\n"));
    return lines.join("\n");
  },
};

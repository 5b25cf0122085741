/** The flags that a sender may set. */
interface DraftFlags {
  /** No mentions are stored, and nobody is notified. */
  suppress: boolean;
  /** Mentions everyone. */
  everyone: boolean;
}

/** Clients send the first bit, the published description names the second. */
const suppressIn = 1 | 2;
const suppressOut = 2;
const everyone = 4;
const online = 8;

/** Decodes the flags of a draft, or names the error in them. */
export function readFlags(
  flags: number | undefined,
  sender: { bot: boolean },
): DraftFlags | "InvalidProperty" | "IsNotBot" {
  const given = flags ?? 0;
  if (given > (suppressIn | everyone)) return "InvalidProperty";
  const decoded = { suppress: (given & suppressIn) !== 0, everyone: (given & everyone) !== 0 };
  return decoded.everyone && !sender.bot ? "IsNotBot" : decoded;
}

/** Encodes the flags of a message, as stored and as clients see them. */
export function writeFlags(flags: DraftFlags & { online: boolean }): number {
  return (flags.suppress ? suppressOut : 0) | (flags.everyone ? everyone : 0) | (flags.online ? online : 0);
}

/** Whether a message with these flags mentions everyone. */
export function mentionsEveryone(flags: number): boolean {
  return (flags & everyone) !== 0;
}

/** What a sender may ask for. */
export interface WantedFlags {
  /** Nobody is notified. */
  suppress: boolean;
  /** Everyone is mentioned. */
  everyone: boolean;
}

/** Clients write the first, the published numbers say the second. */
const suppressIn = 1 | 2;
const suppressOut = 2;
const everyone = 4;
const online = 8;

/** What the flags of a draft ask for, or the error that they are. */
export function readFlags(
  flags: number | undefined,
  sender: { bot: boolean },
): WantedFlags | "InvalidProperty" | "IsNotBot" {
  const given = flags ?? 0;
  if (given > (suppressIn | everyone)) return "InvalidProperty";
  const wanted = { suppress: (given & suppressIn) !== 0, everyone: (given & everyone) !== 0 };
  return wanted.everyone && !sender.bot ? "IsNotBot" : wanted;
}

/** The flags that a message is kept and shown with. */
export function writeFlags(flags: WantedFlags & { online: boolean }): number {
  return (flags.suppress ? suppressOut : 0) | (flags.everyone ? everyone : 0) | (flags.online ? online : 0);
}

/** Whether a message with these flags mentions everyone. */
export function mentionsEveryone(flags: number): boolean {
  return (flags & everyone) !== 0;
}

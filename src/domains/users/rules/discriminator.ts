import { randomInt } from "node:crypto";

/** Too easy to pass off as something special. */
const reserved = new Set([
  "0123",
  "1234",
  "1111",
  "2222",
  "3333",
  "4444",
  "5555",
  "6666",
  "7777",
  "8888",
  "1488",
]);

export const allDiscriminators: readonly string[] = Array.from({ length: 9997 }, (_, index) =>
  String(index + 2).padStart(4, "0"),
).filter((value) => !reserved.has(value));

/** Any of those free for a name, each as likely as the other. Undefined if none is. */
export function drawDiscriminator(taken: ReadonlySet<string>): string | undefined {
  // Of most names nearly all are free; context through them takes longer than anything else about a new user.
  const guess = allDiscriminators[randomInt(allDiscriminators.length)];
  if (guess !== undefined && !taken.has(guess)) return guess;
  const free = allDiscriminators.filter((value) => !taken.has(value));
  return free[free.length === 0 ? 0 : randomInt(free.length)];
}

/** Who changes names often may not go through discriminators that way: one new one a day. */
const patienceMs = 24 * 60 * 60 * 1000;

export interface Renaming {
  readonly current: string;
  /** Of the new name. */
  readonly taken: ReadonlySet<string>;
  /** When the last one was forced on the user. */
  readonly changedAt: number | null;
  readonly now: number;
}

/** Which one goes with a new name: the present one if it is free there, else any. Or why there is none. */
export function renamedDiscriminator(
  renaming: Renaming,
): { discriminator: string } | { problem: "UsernameTaken" | "DiscriminatorChangeRatelimited" } {
  const { current, taken, changedAt, now } = renaming;
  const drawn = drawDiscriminator(taken);
  if (drawn === undefined) return { problem: "UsernameTaken" };
  if (!taken.has(current) && allDiscriminators.includes(current)) return { discriminator: current };
  const isTooSoon = changedAt !== null && now - changedAt < patienceMs;
  return isTooSoon ? { problem: "DiscriminatorChangeRatelimited" } : { discriminator: drawn };
}

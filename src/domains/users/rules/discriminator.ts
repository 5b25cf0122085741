import { randomInt } from "node:crypto";

/** Discriminators that look special. */
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

let discriminators: readonly string[] | undefined;

export function allDiscriminators(): readonly string[] {
  discriminators ??= Array.from({ length: 9997 }, (_, index) => String(index + 2).padStart(4, "0")).filter(
    (value) => !reserved.has(value),
  );
  return discriminators;
}

/** Draws one of the free discriminators with equal probability. Undefined if all are taken. */
export function drawDiscriminator(taken: ReadonlySet<string>): string | undefined {
  // Most names have nearly all discriminators free, and to filter the list takes longer than the rest of createUser.
  const all = allDiscriminators();
  const guess = all[randomInt(all.length)];
  if (guess !== undefined && !taken.has(guess)) return guess;
  const free = all.filter((value) => !taken.has(value));
  return free[free.length === 0 ? 0 : randomInt(free.length)];
}

/** One new discriminator a day, so that users cannot choose theirs by renaming often. */
const minChangeIntervalMs = 24 * 60 * 60 * 1000;

interface Renaming {
  readonly current: string;
  /** The discriminators of other users with the new name. */
  readonly taken: ReadonlySet<string>;
  /** When a rename last changed the discriminator. */
  readonly changedAt: number | null;
  readonly now: number;
}

/** The discriminator after a rename: the current one if it is free for the new name, else another; or the error. */
export function renamedDiscriminator(
  renaming: Renaming,
): { discriminator: string } | { problem: "UsernameTaken" | "DiscriminatorChangeRatelimited" } {
  const { current, taken, changedAt, now } = renaming;
  const drawn = drawDiscriminator(taken);
  if (drawn === undefined) return { problem: "UsernameTaken" };
  if (!taken.has(current) && allDiscriminators().includes(current)) return { discriminator: current };
  const isTooSoon = changedAt !== null && now - changedAt < minChangeIntervalMs;
  return isTooSoon ? { problem: "DiscriminatorChangeRatelimited" } : { discriminator: drawn };
}

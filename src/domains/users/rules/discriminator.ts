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
  const free = allDiscriminators.filter((value) => !taken.has(value));
  return free[free.length === 0 ? 0 : randomInt(free.length)];
}

import type { Answer } from "../support/client.ts";
import type { TestServer } from "../support/server.ts";
import type { Inhabitant } from "./inhabitant.ts";

/** Who does something, to whom, and what else it depends on. */
export interface Encounter {
  readonly server: TestServer;
  readonly people: readonly Inhabitant[];
  readonly who: Inhabitant;
  readonly whom: Inhabitant;
  /** From 0 to 1. */
  readonly chance: number;
}

/** By name, and how often each comes. */
export type Deeds = Readonly<Record<string, readonly [weight: number, Deed]>>;

export type Deed = (encounter: Encounter) => Promise<unknown>;

/** Whatever does not have to succeed, but must not break. */
export async function tried(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 500) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}

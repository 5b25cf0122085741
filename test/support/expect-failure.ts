import { expect } from "bun:test";
import type { ErrorName } from "../../src/protocol/error.ts";
import type { Answer } from "./client.ts";

/** Holds an answer against one Error object: its status, type and further fields, and nothing of the program. */
export function expectFailure(
  { status, body }: Answer,
  expectedStatus: number,
  type: ErrorName,
  extra: Record<string, unknown> = {},
): void {
  expect({ status, body }).toEqual({
    status: expectedStatus,
    body: { type, ...extra, location: expect.any(String) },
  });
  expect(body.location).not.toMatch(/\/|\.ts/);
}

/** For tables of cases: what an answer amounts to, in one word. */
export function outcome({ status, body }: Answer): string {
  return status < 300 ? String(status) : `${status} ${body?.type}`;
}

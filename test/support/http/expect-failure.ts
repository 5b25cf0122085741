import { expect } from "bun:test";
import type { ErrorName } from "../../../src/declare/error.ts";
import type { ApiResponse } from "./client.ts";

/** Expects an error response with this status, type and further fields, and a location that is no source path. */
export function expectFailure(
  { status, body }: ApiResponse,
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

/** The status of a response, with the error type if it failed; for tables of cases. */
export function outcome({ status, body }: ApiResponse): string {
  return status < 300 ? String(status) : `${status} ${body?.type}`;
}

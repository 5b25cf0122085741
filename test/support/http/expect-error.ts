import { expect } from "bun:test";
import { type ErrorName, type ErrorSpec, errorCatalogue } from "../../../src/declare/error.ts";

/** Expects an error response: one Error object in JSON that reveals nothing of the implementation. */
export async function expectError(response: Response, status: number, type: ErrorName): Promise<void> {
  const text = await response.text();
  expect(response.headers.get("content-type")).toStartWith("application/json");
  const body: unknown = JSON.parse(text);
  const spec: ErrorSpec = errorCatalogue[type];
  const extra = Object.keys(spec.extra ?? {}).map((field) => [field, expect.anything()]);
  expect({ status: response.status, body }).toEqual({
    status,
    body: { type, location: expect.stringMatching(/^[\w-]+$/), ...Object.fromEntries(extra) },
  });
  expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|\bat .*:\d+|stack|select |insert |sqlite|postgres/i);
}

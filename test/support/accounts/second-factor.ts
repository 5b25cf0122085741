import { createHmac } from "node:crypto";
import type { TestServer } from "../server/server.ts";
import { newTicket, type Person } from "./people.ts";

const stepMs = 30_000;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 6238 with SHA-1, 30 s and 6 digits: independent of the library that the server uses. */
export function totpCode(secret: string, time: number): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(time / stepMs)));
  const digest = createHmac("sha1", key).update(step).digest();
  const offset = digest.readUInt8(19) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A code that is invalid in all steps around this time. */
export function wrongCode(secret: string, time: number): string {
  const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => totpCode(secret, time + steps * stepMs)));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777"].find(
      (code) => !near.has(code),
    ) ?? ""
  );
}

/** Moves the clock to the middle of a step, so that the step does not end during the test. */
export function toMiddleOfStep({ clock }: Pick<TestServer, "clock">): void {
  clock.advance((1.5 * stepMs - (clock.now() % stepMs)) % stepMs);
}

/** The code of the next step, to which the clock moves: the code of each step works once. */
export function nextCode({ clock }: Pick<TestServer, "clock">, secret: string): string {
  clock.advance(stepMs);
  return totpCode(secret, clock.now());
}

/** Enables TOTP, with a ticket if the person has no password, and returns the secret. */
export async function turnOnTotp(
  server: TestServer,
  person: Pick<Person, "token">,
  ticket?: string,
): Promise<string> {
  const { client, clock } = server;
  const { token } = person;
  const generated = await client.post(
    "/auth/mfa/totp",
    {},
    { token, ticket: ticket ?? (await newTicket(server, person)) },
  );
  const secret: string = generated.body.secret;
  const { status } = await client.put(
    "/auth/mfa/totp",
    { totp_code: totpCode(secret, clock.now()) },
    { token },
  );
  if (status !== 204) throw new Error(`TOTP was not enabled: ${status}`);
  return secret;
}

/** Creates a validated ticket with the TOTP code of the next step. */
export async function newTotpTicket(
  server: TestServer,
  { token }: Pick<Person, "token">,
  secret: string,
): Promise<string> {
  const { body } = await server.client.put(
    "/auth/mfa/ticket",
    { totp_code: nextCode(server, secret) },
    { token },
  );
  return body.token;
}

/** Generates ten recovery codes. */
export async function newRecoveryCodes(
  server: TestServer,
  { token }: Pick<Person, "token">,
  ticket: string,
): Promise<string[]> {
  const { body } = await server.client.patch("/auth/mfa/recovery", {}, { token, ticket });
  return body;
}

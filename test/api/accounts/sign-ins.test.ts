import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTicket, disableAccount, purgeAccount } from "../../../src/domains/accounts/index.ts";
import { hasKnownDevices } from "../../../src/domains/accounts/store/known-devices.ts";
import { listSignIns } from "../../../src/domains/accounts/store/sign-ins.ts";
import { digestToken } from "../../../src/platform/secrets/vault.ts";
import { writeGeoIpFile } from "../../support/accounts/geoip-file.ts";
import { type Mailing, mailsTo, newVerifiedAccount, openMailing } from "../../support/accounts/mailing.ts";
import { newAccount, newTicket, type Person, password } from "../../support/accounts/people.ts";
import { nextCode, toMiddleOfStep, turnOnTotp, wrongCode } from "../../support/accounts/second-factor.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { readZip } from "../../support/files/read-zip.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { runErmine } from "../../support/processes/program.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import type { TestServer } from "../../support/server/server.ts";
import { days, minutes } from "../../support/server/test-clock.ts";

const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };
const phone = { "user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36" };
const deviceId = (letter: string) => letter.repeat(32);

const signIn = ({ client }: TestServer, body: object, headers: Record<string, string> = firefox) =>
  client.post("/auth/session/login", body, { headers });
const historyOf = async ({ client }: TestServer, as: { token: string }) =>
  (await client.get("/auth/account/sign_ins", as)).body;

describeServer(
  "the history of sign-ins",
  preferPostgres,
  { config: { accounts: { max_sessions: 0 } } },
  (server) => {
    beforeAll(async () => {
      toMiddleOfStep(server);
    });

    test("has method, second factor, device, network and result, newest first", async () => {
      const person = await newAccount(server);
      const secret = await turnOnTotp(server, person);
      const login = { email: person.email, password };
      expectFailure(
        await signIn(server, { ...login, password: "not the password" }),
        401,
        "InvalidCredentials",
      );
      const { body } = await signIn(server, login);
      const answer = (totp_code: string) =>
        signIn(server, { mfa_ticket: body.ticket, mfa_response: { totp_code } });
      expectFailure(await answer(wrongCode(secret, server.clock.now())), 401, "InvalidToken");
      expect((await answer(nextCode(server, secret))).body.result).toBe("Success");
      const ticket = await server.running.store.write((tx) =>
        createTicket(tx, person.id, { authorised: true, method: "Provider", provider: "acme" }),
      );
      await signIn(server, { mfa_ticket: ticket.token }, phone);
      const { sign_ins, notify_new_devices } = await historyOf(server, person);
      expect(notify_new_devices).toBe(true);
      const row = { _id: expect.any(String), address: "127.0.0.0/24", outcome: "Success" };
      const withCode = { ...row, method: "Password", second_factor: "Totp", device: "Firefox · Linux" };
      // A wrong password is a guess of anybody: it leaves no trace here.
      expect(sign_ins).toEqual([
        { ...row, method: "Provider", provider: "acme", device: "Chrome · Android", new_device: true },
        { ...withCode, new_device: true },
        { ...withCode, outcome: "WrongFactor", new_device: false },
        { ...row, method: "Password", device: expect.any(String), new_device: false },
      ]);
      await server.running.store.write((tx) => disableAccount(tx, person.id));
      const last = await signIn(server, login);
      expect(last.body.result).toBe("MFA");
    });

    test("keeps a hundred, for 90 days, and goes with the account", async () => {
      const person = await newAccount(server);
      const login = { email: person.email, password };
      for (let count = 0; count < 101; count++) await signIn(server, login);
      const kept = (await historyOf(server, person)).sign_ins;
      expect(kept).toHaveLength(100);
      server.clock.advance(days(89));
      await server.drain();
      expect((await historyOf(server, person)).sign_ins).toHaveLength(100);
      server.clock.advance(days(2));
      await signIn(server, login);
      await server.drain();
      expect((await historyOf(server, person)).sign_ins).toHaveLength(1);
      const left = () =>
        server.running.store.read(async (db) => [
          (await listSignIns(db, person.id)).length,
          await hasKnownDevices(db, person.id),
        ]);
      expect(await left()).toEqual([1, true]);
      await server.running.store.write((tx) => purgeAccount(tx, person.id));
      expect(await left()).toEqual([0, false]);
    });

    test("belongs to its owner, and hostile values are refused or reduced to words", async () => {
      const [person, other] = [await newAccount(server), await newAccount(server)];
      expect((await historyOf(server, other)).sign_ins).toHaveLength(1);
      const login = { email: person.email, password };
      await signIn(server, login, { "user-agent": "<script>alert(1)</script>" });
      expect((await historyOf(server, person)).sign_ins[0].device).toBe("Unknown");
      for (const device_id of ["short", "x".repeat(65), 1, {}, "\0".repeat(32)])
        expect(outcome(await signIn(server, { ...login, device_id }))).toBe("400 FailedValidation");
      const notices = (body: object) => server.client.patch("/auth/account/sign_ins", body, person);
      for (const body of [{}, { notify_new_devices: "no" }])
        expect(outcome(await notices(body))).toBe("400 FailedValidation");
      // Turning it off takes more than a session, which a thief would have.
      const off = { notify_new_devices: false };
      const ticket = await newTicket(server, person);
      expect(outcome(await notices(off))).toBe("401 InvalidToken");
      expect((await historyOf(server, person)).notify_new_devices).toBe(true);
      const withTicket = { token: person.token, ticket };
      expect(outcome(await server.client.patch("/auth/account/sign_ins", off, withTicket))).toBe("204");
      expect(outcome(await notices(off))).toBe("204");
      expect((await historyOf(server, person)).notify_new_devices).toBe(false);
      expect((await historyOf(server, other)).notify_new_devices).toBe(true);
    });

    test("knows a device by its id, or without one by name and network, not across accounts", async () => {
      const [person, other] = [await newAccount(server), await newAccount(server)];
      const isNew = async ({ email, token }: Person, more: object, headers = firefox) => {
        await signIn(server, { email, password, ...more }, headers);
        return (await historyOf(server, { token })).sign_ins[0].new_device;
      };
      expect(await isNew(person, { device_id: deviceId("a") })).toBe(true);
      expect(await isNew(person, { device_id: deviceId("a") }, phone)).toBe(false);
      expect(await isNew(person, { device_id: deviceId("b") })).toBe(true);
      expect(await isNew(person, {})).toBe(false);
      expect(await isNew(person, {}, phone)).toBe(false);
      expect(await isNew(other, { device_id: deviceId("a") })).toBe(true);
      // Whoever knows the network of the owner could otherwise name it as an id.
      expect(await isNew(person, { device_id: "Firefox · Linux 127.0.0.0/24" })).toBe(true);
      // A whole address could be found by trying all that there are.
      const { known_devices } = await dumpTables(server);
      const guess = (address: string) => digestToken(`${person.id} Firefox · Linux ${address}`);
      expect(JSON.stringify(known_devices)).toContain(guess("127.0.0.0/24"));
      expect(JSON.stringify(known_devices)).not.toContain(guess("127.0.0.1"));
    });
  },
);

describe.each([...preferPostgres])("notices of new devices on %s", (engine) => {
  let mailing: Mailing;
  const geoIp = join(mkdtempSync(join(tmpdir(), "ermine-geoIp-")), "geoIp.mmdb");
  beforeAll(async () => {
    writeGeoIpFile(geoIp, { "127.0.0.0/8": { country_code: "GB", city: "London" } });
    const accounts = { sign_in_addresses: "whole", geoip_databases: [geoIp, `${geoIp}.missing`] };
    mailing = await openMailing(engine, { config: { accounts } });
  });
  afterAll(() => mailing[Symbol.asyncDispose]());
  const notices = async (email: string) =>
    (await mailsTo(mailing, email)).filter(({ subject }) => subject.startsWith("A new device"));

  test("are no way to fill the mailbox of somebody whose password is known", async () => {
    const { server } = mailing;
    const person = await newVerifiedAccount(mailing);
    for (const letter of "abcdefghijkl")
      await signIn(server, { email: person.email, password, device_id: deviceId(letter) });
    await server.drain();
    expect(await notices(person.email)).toHaveLength(10);
    server.clock.advance(days(1) + 1);
    await signIn(server, { email: person.email, password, device_id: deviceId("m") });
    await server.drain();
    expect(await notices(person.email)).toHaveLength(11);
  });

  test("are mailed, with the way to act, but not for the first sign-in nor for known devices", async () => {
    const { server } = mailing;
    const person = await newVerifiedAccount(mailing);
    await server.drain();
    expect(await notices(person.email)).toEqual([]);
    const login = { email: person.email, password, device_id: deviceId("d") };
    await signIn(server, login);
    await signIn(server, login);
    await server.drain();
    const [mail, ...more] = await notices(person.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Firefox · Linux, London, United Kingdom, 127.0.0.1, ");
    expect(mail?.text).toContain(`${server.running.services.urls.app}/settings/sessions`);
    const as = { token: person.token, ticket: await newTicket(server, person) };
    await server.client.patch("/auth/account/sign_ins", { notify_new_devices: false }, as);
    await signIn(server, { ...login, device_id: deviceId("e") });
    await server.drain();
    expect(await notices(person.email)).toHaveLength(1);
    expect((await historyOf(server, person)).sign_ins[0]).toMatchObject({
      new_device: true,
      address: "127.0.0.1",
      location: { country: "GB", city: "London" },
    });
    // Locations are stored nowhere: the history follows the file.
    writeGeoIpFile(geoIp, { "127.0.0.0/8": { country: { iso_code: "DE" } } });
    server.clock.advance(minutes(1));
    expect((await historyOf(server, person)).sign_ins[0].location).toEqual({ country: "DE" });
    await server.client.post("/onboard/complete", { username: "traveller" }, person);
    const words = ["users", "export", person.id, "--to", `${geoIp}.zip`];
    await runErmine(server.home, words, { ERMINE_ACCOUNTS_GEOIP_DATABASES: geoIp });
    const exported = readZip(readFileSync(`${geoIp}.zip`)).get("sign-ins.json");
    expect(JSON.parse(String(exported))[0]).toMatchObject({
      address: "127.0.0.1",
      location: { country: "DE" },
    });
  });
});

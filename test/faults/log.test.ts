import { describe, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { openInbox } from "../support/accounts/inbox.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { type Engine, newHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";

setDefaultTimeout(60_000);

/** A run of the server: its output, its requests, and the secrets that must not appear in the output. */
interface Flow {
  readonly secrets: readonly string[];
  readonly requestIds: readonly { id: string; status: number; method: string }[];
  readonly stdout: string;
  readonly stderr: string;
}

async function runFlow(engine: Engine): Promise<Flow> {
  const home = await newHome(engine);
  await using inbox = await openInbox();
  await using server = await startProcess(home, {
    ERMINE_LOG_LEVEL: "trace",
    ERMINE_SMTP_HOST: "127.0.0.1",
    ERMINE_SMTP_PORT: `${inbox.port}`,
    ERMINE_SMTP_TLS: "none",
    ERMINE_SMTP_PASSWORD: "smtp-secret-4711",
  });
  const requestIds: Flow["requestIds"][number][] = [];
  const secrets: string[] = ["smtp-secret-4711"];
  const call = async (method: "get" | "post" | "put", path: string, body?: unknown, options = {}) => {
    const response =
      method === "get"
        ? await server.client.get(path, options)
        : await server.client[method](path, body, options);
    requestIds.push({
      id: response.headers.get("x-request-id") ?? "none",
      status: response.status,
      method: method.toUpperCase(),
    });
    return response;
  };
  const email = "Secretive.Person@example.com";
  const [password, wrong] = ["correct horse 4711", "wrong horse 4712"];
  secrets.push(email, email.toLowerCase(), "secretive", password, wrong);

  await call("post", "/auth/account/create", { email, password });
  const mail = await inbox.waitFor(email, /verify/);
  const code = mail.text.match(/\/login\/verify\/(\S+)/)?.[1] ?? "";
  const { body: verified } = await call("post", `/auth/account/verify/${code}`);
  const { body: login } = await call("post", "/auth/session/login", {
    email,
    password,
    friendly_name: "test",
  });
  secrets.push(code, verified.ticket.token, login.token);
  await call("post", "/auth/session/login", { email, password: wrong });
  await call("get", "/auth/account/", undefined, { token: login.token });
  const { body: ticket } = await call("put", "/auth/mfa/ticket", { password }, { token: login.token });
  secrets.push(ticket.token);
  await call("post", "/auth/account/reset_password", { email });
  const reset = (await inbox.waitFor(email, /reset/)).text.match(/\/login\/reset\/(\S+)/)?.[1] ?? "";
  secrets.push(reset);
  const session = { token: login.token };
  await call("post", "/onboard/complete", { username: "Nobody" }, session);
  const { body: community } = await call("post", "/servers/create", { name: "Place" }, session);
  const path = `/channels/${community.channels[0]._id}/webhooks`;
  const { body: webhook } = await call("post", path, { name: "Door" }, session);
  const webhookUrl = `/webhooks/${webhook.id}/${webhook.token}`;
  secrets.push(webhook.token);
  await call("get", webhookUrl);
  await call("post", webhookUrl, { content: "Hello." });
  await call("post", `${webhookUrl}/nowhere`, {});
  await call("post", `${webhookUrl}/github`, "not json");
  await call("get", `/nowhere/${login.token}?email=${email}`);
  await call("post", "/auth/session/login", "{ not json");
  await call("post", "/auth/account/create", `{"email":"${email}","password":5}`);
  await call("get", "/auth/account/", undefined, { token: "not-a-token-of-ours" });
  secrets.push("not-a-token-of-ours");

  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  home.remove();
  return { secrets, requestIds, stdout: server.stdout(), stderr: server.stderr() };
}

describe.each([...anyEngine])("the log on %s", (engine) => {
  test("has one JSON line for each request with its id, and no secret of a user", async () => {
    const { secrets, requestIds, stdout, stderr } = await runFlow(engine);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(requestIds.map(({ id }) => id)).size).toBe(requestIds.length);
    for (const { id, status, method } of requestIds) {
      const found = lines.filter(({ request, msg }) => request === id && msg === "request");
      expect(found).toEqual([expect.objectContaining({ method, status, route: expect.any(String) })]);
    }
    const requestLines = lines.filter(({ msg }) => msg === "request");
    expect(requestLines.map(({ status }) => status)).toEqual(requestIds.map(({ status }) => status));
    expect(requestLines.map(({ route }) => route)).toContain("/auth/account/verify/:code");
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8);
      expect(`${stdout}${stderr}`.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    expect(stdout).not.toContain("@");
  });
});

test("a request line has the client's address only if the configuration says so", async () => {
  const lineWith = async (client_address: boolean) => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
    const config = { log: { client_address }, trusted_proxies: ["127.0.0.1"] };
    await using server = await openServer("sqlite", { log, config });
    const forwarded = '192.0.2.7", "admin": "1, 192.0.2.8, 203.0.113.9';
    await server.client.get("/", { headers: { "x-forwarded-for": forwarded } });
    return lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "request");
  };
  expect(await lineWith(false)).not.toHaveProperty("address");
  const line = await lineWith(true);
  expect(line).toMatchObject({ address: "203.0.113.9", route: "/", status: 200 });
  expect(line).not.toHaveProperty("admin");
});

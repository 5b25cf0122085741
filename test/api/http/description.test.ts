import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import asyncApi from "@asyncapi/specs/schemas/3.0.0.json" with { type: "json" };
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import packageFile from "../../../package.json" with { type: "json" };
import { events, routes } from "../../../src/domains/index.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

describe("the published description", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer("sqlite");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("names every route, its errors, its bucket and its kind of caller", async () => {
    const { status, body } = await server.client.get("/openapi.json");
    expect(status).toBe(200);
    expect(body.openapi).toStartWith("3.1");
    for (const route of routes) {
      const operation = body.paths[route.path.replace(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()];
      expect(operation?.operationId).toBe(route.id);
      expect(operation["x-ratelimit-bucket"]).toBe(route.limit.bucket);
      expect(operation.security.length > 0).toBe(route.auth !== "none");
      const failures = Object.values<{ description: string }>(operation.responses).flatMap((response) =>
        response.description.split(", "),
      );
      for (const error of route.errors) expect(failures, route.id).toContain(error);
    }
  });

  test("has the version of the protocol, and that of the server next to it", async () => {
    const { body } = await server.client.get("/openapi.json");
    expect(body.info).toMatchObject({ version: "0.11.5", "x-server-version": packageFile.version });
  });

  test("is valid OpenAPI 3.1", async () => {
    const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
    // The protocol gives the security schemes names with spaces, which OpenAPI does not allow.
    const renamed = text.replace(/"(Session|Bot|MFA) (Token|Ticket)":/g, '"$1$2":');
    const { errors } = await new Validator().validate(JSON.parse(renamed));
    expect(errors).toBeUndefined();
  });

  test("has only schemas of JSON Schema 2020-12, which OpenAPI 3.1 uses", async () => {
    const { body } = await server.client.get("/openapi.json");
    const ajv = new Ajv2020({ validateFormats: false });
    const schemas = schemasIn(body);
    expect(schemas.length).toBeGreaterThan(500);
    for (const schema of schemas) {
      const isValid = ajv.validateSchema(schema);
      expect(isValid, `${ajv.errorsText()} in ${JSON.stringify(schema)}`).toBe(true);
    }
  });

  test("has no dangling references", async () => {
    const { body } = await server.client.get("/openapi.json");
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, name = ""] of references) expect(body.components.schemas).toHaveProperty(name);
  });

  test("has an HTML page that loads nothing from other hosts", async () => {
    const base = `${server.url}/api/swagger`;
    const page = await fetch(base);
    const html = await page.text();
    expect(page.headers.get("content-type")).toStartWith("text/html");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(html).not.toMatch(/https?:/);
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
    expect(parts.length).toBe(4);
    for (const part of parts) {
      const asset = await fetch(new URL(part, base));
      expect(asset.status, part).toBe(200);
      expect((await asset.arrayBuffer()).byteLength, part).toBeGreaterThan(50);
    }
    expect((await fetch(`${base}/../../package.json`)).status).toBe(404);
    expect((await fetch(`${base}/%2e%2e%2fpackage.json`)).status).toBe(404);
  });
});

describe("the published description of the event stream", () => {
  let server: TestServer;
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects
  let document: any;
  beforeAll(async () => {
    server = await openServer("sqlite", { config: { public_url: "https://chat.example.org" } });
    document = (await server.client.get("/asyncapi.json")).body;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("is valid AsyncAPI 3.0", () => {
    // Ajv knows the schema of JSON Schema itself, and refuses a second one.
    const { "http://json-schema.org/draft-07/schema": _, ...definitions } = asyncApi.definitions;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const isValid = ajv.compile({ ...asyncApi, definitions });
    expect(isValid(document), ajv.errorsText(isValid.errors)).toBe(true);
    expect(isValid({ ...document, operations: { send: { action: "say" } } })).toBe(false);
  });

  test("has the address of the stream and every event", async () => {
    const { host, protocol } = document.servers.this;
    const { address, messages } = document.channels.stream;
    const { body: root } = await server.client.get("/");
    expect(`${protocol}://${host}${address}`).toBe(root.ws);
    for (const { name } of events) expect(messages, name).toHaveProperty(name);
  });

  test("has no dangling references", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, path = ""] of references) expect(document).toHaveProperty(path.split("/"));
  });

  test("is that of docs/reference", async () => {
    const page = await Bun.file(new URL("../../../docs/reference/events.json", import.meta.url)).json();
    expect(document).toEqual(page);
  });
});

/** The schemas of all bodies, parameters and components. */
function schemasIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === "schemas") return Object.values(child);
    return key === "schema" ? [child] : schemasIn(child);
  });
}

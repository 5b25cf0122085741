import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newGroupFixture } from "../support/channels/groups.ts";
import { makeImage } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";

describe("the plain pages", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer("sqlite", { config: { public_url: "https://chat.example.org" } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const open = async (path: string) => {
    const response = await fetch(server.url + path, { redirect: "manual" });
    const text = await response.text();
    expect(text).not.toContain("<script");
    return { status: response.status, text };
  };

  test("say at / what this is, and how to connect, with the addresses of the server", async () => {
    const { status, text } = await open("/");
    expect(status).toBe(200);
    expect(text).toContain("This is a chat server");
    for (const address of [
      "https://chat.example.org/api",
      "wss://chat.example.org/ws",
      "https://chat.example.org/autumn",
      "VITE_API_URL=https://chat.example.org/api",
      "new Client({ baseURL: &quot;https://chat.example.org/api&quot; })",
      "http_base=&quot;https://chat.example.org/api&quot;",
      "websocket_base=&quot;wss://chat.example.org/ws&quot;",
      'href="https://chat.example.org/api/swagger"',
    ])
      expect(text).toContain(address);
    for (const library of ["stoat.js", "revolt.js", "stoat.py"]) expect(text).toContain(library);
    expect((await fetch(`${server.url}/api/swagger`)).status).toBe(200);
  });

  test("show where an invite leads to", async () => {
    const community = await newCommunity(server);
    await newMember(server, community);
    const { token } = community.owner;
    const icon = await uploadFile(server, community.owner, { tag: "icons", content: await makeImage("png") });
    await server.client.patch(`/servers/${community.id}`, { icon }, { token });
    const { body } = await server.client.post(`/channels/${community.channel}/invites`, {}, { token });
    const { status, text } = await open(`/invite/${body._id}`);
    expect(status).toBe(200);
    for (const shown of [
      "<title>Invite to Place</title>",
      "Somebody invites you to",
      "2 members · #General",
      `src="https://chat.example.org/autumn/icons/${icon}"`,
      `<code>${body._id}</code>`,
      "https://chat.example.org/api",
    ])
      expect(text).toContain(shown);
    // Opening it joins nothing, and the page has no form.
    expect(text).not.toContain("<form");
    expect((await fetch(`${server.url}/invite/${body._id}`, { method: "POST" })).status).toBe(404);
  });

  test("show an invite to a group, and names as text", async () => {
    const { owner, id } = await newGroupFixture(server);
    const { token } = owner;
    await server.client.patch(`/channels/${id}`, { name: "<b>&\"'</b>" }, { token });
    const { body } = await server.client.post(`/channels/${id}/invites`, {}, { token });
    const { text } = await open(`/invite/${body._id}`);
    expect(text).toContain("<h1>&lt;b&gt;&amp;&quot;&#x27;&lt;/b&gt;</h1>");
    expect(text).toContain("A group");
    expect(text).not.toContain("<b>");
  });

  test("say that an invite does not exist", async () => {
    for (const code of ["ABCDEFGH", "%3Cscript%3E", "x".repeat(5_000)]) {
      const { status, text } = await open(`/invite/${code}`);
      expect(status).toBe(404);
      expect(text).toContain("This invite does not exist");
    }
  });

  test("are nowhere else", async () => {
    for (const path of ["/login", "/login/verify", "/server/01A", "/invite/a/b", "/index.html"]) {
      const response = await fetch(server.url + path, { headers: { accept: "text/html" } });
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        404,
        "application/json",
      ]);
    }
  });

  test("answer HEAD", async () => {
    for (const path of ["/", "/login/verify/x"]) {
      const response = await fetch(server.url + path, { method: "HEAD" });
      expect([response.status, await response.text()]).toEqual([200, ""]);
    }
  });
});

describe("the server of a domain", () => {
  test("is found by GET /.well-known/stoat, from every site", async () => {
    await using server = await openServer("sqlite", { config: { public_url: "https://chat.example.org" } });
    const response = await fetch(`${server.url}/.well-known/stoat`, {
      headers: { origin: "https://a.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-type")).toStartWith("application/json");
    expect(await response.json()).toEqual({ api: "https://chat.example.org/api" });
  });
});

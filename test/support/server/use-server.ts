import { expect } from "bun:test";
import { newUser } from "../accounts/people.ts";
import { drawPng } from "../files/stored-file.ts";
import { createClient } from "../http/client.ts";

/**
 * Does on a running server what needs each of its parts: the database, the list of leaked passwords, passkeys, the event
 * stream, the decoder of pictures, the pages of the API's description, and the web client.
 */
export async function useServer(url: string): Promise<void> {
  const client = createClient(`${url}/api`);
  const leaked = { email: "leaked@example.com", password: "password123" };
  expect(await client.post("/auth/account/create", leaked)).toMatchObject({
    status: 400,
    body: { type: "CompromisedPassword" },
  });
  const passkey = await client.post("/auth/passkeys/sign_in");
  expect(passkey).toMatchObject({ status: 200, body: { options: { challenge: expect.any(String) } } });
  const { token } = await newUser({ client }, "Sомеbody");
  expect((await client.get("/users/@me", { token })).body.username).toBe("Somebody");

  const received = Promise.withResolvers<unknown>();
  const stream = new WebSocket(`${url.replace("http", "ws")}/ws?version=1&format=json&token=${token}`);
  const ready = Promise.withResolvers<void>();
  stream.onmessage = ({ data }) => {
    const event = JSON.parse(String(data));
    if (event.type === "Ready") ready.resolve();
    if (event.type === "Message") received.resolve(event.content);
  };
  stream.onerror = () => ready.reject(new Error("the event stream failed"));
  await ready.promise;
  const group = await client.post("/channels/create", { name: "Talk", users: [] }, { token });
  const picture = await uploadPicture(url, token);
  const content = "from a package";
  const path = `/channels/${group.body._id}/messages`;
  expect((await client.post(path, { content, attachments: [picture] }, { token })).status).toBe(200);
  expect(await received.promise).toBe(content);
  stream.close();
  const preview = await fetch(`${url}/autumn/attachments/${picture}`);
  expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "image/webp"]);

  const page = await fetch(url);
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(html) ?? [];
  for (const address of [script, "/api/swagger/swagger-ui-bundle.js"]) {
    const file = await fetch(url + address);
    expect([file.status, file.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/javascript/),
    ]);
    expect((await file.text()).length).toBeGreaterThan(10_000);
  }
}

async function uploadPicture(url: string, token: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(await drawPng(64, 64))], "picture.png", { type: "image/png" }));
  const response = await fetch(`${url}/autumn/attachments`, {
    method: "POST",
    headers: { "x-session-token": token },
    body: form,
  });
  return ((await response.json()) as { id: string }).id;
}

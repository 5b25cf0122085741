import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { openStorage, storages } from "../../support/files/storages.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import type { TestServer } from "../../support/server/server.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describe.each([...storages])("files of users on %s", (storage) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openStorage(storage);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function upload(tag: string, { token }: Person): Promise<string> {
    const form = new FormData();
    form.append("file", new Blob([await makeImage("png")]), "picture.png");
    const headers = { "x-session-token": token };
    const response = await fetch(`${server.url}/autumn/${tag}`, { method: "POST", headers, body: form });
    expect(response.status).toBe(200);
    return ((await response.json()) as { id: string }).id;
  }

  const fetchStatus = async (tag: string, id: string) =>
    (await fetch(`${server.url}/autumn/${tag}/${id}`)).status;
  const edit = (person: Person, body: object) => server.client.patch("/users/@me", body, person);

  test("a new avatar is served and emitted, and the old file is deleted", async () => {
    const person = await newUser(server);
    const { stream } = await openReadyStream(server, person);
    const first = await upload("avatars", person);
    expect(await fetchStatus("avatars", first)).toBe(404);
    const { status, body } = await edit(person, { avatar: first });
    const avatar = {
      _id: first,
      tag: "avatars",
      filename: "picture.png",
      content_type: "image/png",
      size: expect.any(Number),
      metadata: { type: "Image", width: 40, height: 20, animated: false, thumbhash: expect.any(Array) },
    };
    expect({ status, avatar: body.avatar }).toEqual({ status: 200, avatar });
    expect(await fetchStatus("avatars", first)).toBe(200);
    expect(await stream.takeNew()).toEqual([
      { type: "UserUpdate", id: person.id, data: { avatar }, clear: [], event_id: null },
    ]);

    const second = await upload("avatars", person);
    await edit(person, { avatar: second });
    expect([await fetchStatus("avatars", first), await fetchStatus("avatars", second)]).toEqual([404, 200]);
    await stream.takeNew();
    expect((await edit(person, { remove: ["Avatar"] })).body).not.toHaveProperty("avatar");
    expect(await fetchStatus("avatars", second)).toBe(404);
    expect(await stream.takeNew()).toMatchObject([{ type: "UserUpdate", data: {}, clear: ["Avatar"] }]);
  });

  test("a background belongs to the profile", async () => {
    const person = await newUser(server);
    const background = await upload("backgrounds", person);
    await edit(person, { profile: { content: "About me", background } });
    const { body } = await server.client.get(`/users/${person.id}/profile`, person);
    expect(body).toMatchObject({ content: "About me", background: { _id: background, tag: "backgrounds" } });
    expect(await fetchStatus("backgrounds", background)).toBe(200);
    await edit(person, { remove: ["ProfileBackground"] });
    expect((await server.client.get(`/users/${person.id}/profile`, person)).body).toEqual({
      content: "About me",
    });
    expect(await fetchStatus("backgrounds", background)).toBe(404);
  });

  test("files of others, of other uses, already used or unknown give NotFound and change nothing", async () => {
    const [person, other] = [await newUser(server), await newUser(server)];
    const foreign = await upload("avatars", other);
    const misplaced = await upload("backgrounds", person);
    const used = await upload("avatars", person);
    await edit(person, { avatar: used });
    const fresh = await upload("avatars", person);
    const before = await server.client.get("/users/@me", person);
    for (const body of [
      { avatar: foreign },
      { avatar: misplaced },
      { avatar: used },
      { avatar: "unknown" },
      // The avatar is valid; the failure of the background must not use it up.
      { avatar: fresh, display_name: "Changed", profile: { background: "unknown" } },
    ])
      expectFailure(await edit(person, body), 404, "NotFound");
    expect((await server.client.get("/users/@me", person)).body).toEqual(before.body);
    expect((await edit(person, { avatar: fresh })).status).toBe(200);
    expect((await edit(other, { avatar: foreign })).status).toBe(200);
  });
});

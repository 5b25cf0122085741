import type { Person } from "../support/accounts/people.ts";
import { drawPng } from "../support/files/stored-file.ts";
import { uploadFile } from "../support/http/multipart.ts";
import type { TestServer } from "../support/server/server.ts";

const content = await drawPng(2, 2);

/** Uploads a picture and returns its id. */
export function addPicture(server: TestServer, person: Person, tag: string): Promise<string> {
  return uploadFile(server, person, { content, tag, filename: "picture.png", type: "image/png" });
}

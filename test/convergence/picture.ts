import { uploadFile } from "../support/multipart.ts";
import type { Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { drawPng } from "../support/stored-file.ts";

const content = await drawPng(2, 2);

/** Uploads a picture and returns its id. */
export function addPicture(server: TestServer, person: Person, tag: string): Promise<string> {
  return uploadFile(server, person, { content, tag, filename: "picture.png", type: "image/png" });
}

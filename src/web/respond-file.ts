import { isListed } from "../domains/files/index.ts";
import { type ResponseContext, respond } from "../http/respond.ts";
import { type ClientFile, type Encoding, encodings } from "./built-client.ts";

/** Sends a file in the best encoding that the browser accepts, or nothing if the browser has it. */
export function respondFile(
  { headers: asked }: Request,
  { type, etag, cacheControl, bytes, encoded }: ClientFile,
  { security, context }: { security: Readonly<Record<string, string>>; context: ResponseContext },
): Response {
  // Weak, because it is the same for all encodings of the file.
  const headers = {
    ...security,
    "cache-control": cacheControl,
    etag: `W/${etag}`,
    vary: "Accept-Encoding",
  };
  if (isListed(asked.get("if-none-match"), etag)) return respond(null, { status: 304, headers }, context);
  const encoding = chooseEncoding(asked.get("accept-encoding") ?? "", encoded);
  const body = (encoding && encoded[encoding]) ?? bytes;
  const ofBody = { "content-type": type, ...(encoding && { "content-encoding": encoding }) };
  return respond(body, { headers: { ...headers, ...ofBody } }, context);
}

function chooseEncoding(accepted: string, encoded: ClientFile["encoded"]): Encoding | undefined {
  const names = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .filter(([, quality = ""]) => !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name);
  return encodings.find(({ name }) => encoded[name] && names.includes(name))?.name;
}

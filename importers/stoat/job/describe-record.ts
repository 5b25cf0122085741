import { isId } from "../../../src/platform/ids/ids.ts";
import { type ImportStep, nameOfStep } from "../step.ts";
import { type Document, documentOf } from "../values/values.ts";

/** Their ids let people in, so reports never contain them. */
const secretIds = ["account_invites", "invites", "channel_invites"];

/** How reports name a document: by its id, or by its number if that is secret or not of the usual form. */
export function describeRecord(step: ImportStep, document: Document, number: number): string {
  const name = nameOfStep(step);
  const { _id } = document;
  const numbered = `${name}, document ${number + 1}`;
  if (secretIds.includes(name)) return numbered;
  if (typeof _id === "string" && /^[\w-]{1,128}$/.test(_id)) return `${name} ${_id}`;
  const { server, channel, user } = documentOf(_id);
  const place = server ?? channel;
  return isId(place) && isId(user) ? `${name} ${place} ${user}` : numbered;
}

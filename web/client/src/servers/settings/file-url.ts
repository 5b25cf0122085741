import type { Client } from "stoat.js";

/** The address of a small version of a picture, for where the library keeps only its id. */
export function fileUrl(client: Client, tag: string, id: string | undefined): string | undefined {
  return id && `${client.configuration?.features.autumn.url}/${tag}/${id}`;
}

import type { File } from "../../../protocol/types.ts";

/** Where the server hands out files. */
export interface Addresses {
  /** Of the file service. */
  readonly files: string;
  /** Of the API. */
  readonly api: string;
  /** Where the server fetches an image of another site; undefined if it does not. */
  proxied(url: string): string | undefined;
}

/** An image as it is shown: the server may have made it smaller. */
export function fileUrl({ files }: Addresses, { tag, _id }: File): string {
  return `${files}/${tag}/${_id}`;
}

/** A file as it was uploaded. */
export function originalUrl(addresses: Addresses, file: File): string {
  return `${fileUrl(addresses, file)}/original`;
}

/**
 * The image of somebody without one of their own. The server chooses among few images by the last character of an
 * id, so asking by it lets many people share one request.
 */
export function defaultAvatarUrl({ api }: Addresses, id: string): string {
  return `${api}/users/${id.slice(-1)}/default_avatar`;
}

/** What others see of somebody. */
export function avatarUrl(addresses: Addresses, id: string, avatar: File | null | undefined): string {
  return avatar ? fileUrl(addresses, avatar) : defaultAvatarUrl(addresses, id);
}

export function isSpoiler({ filename }: File): boolean {
  return filename.toLowerCase().startsWith("spoiler_");
}

import type { Services } from "../../../declare/services.ts";
import type { File } from "../../../protocol/file.ts";
import type { UserRow } from "../../users/index.ts";

type ServiceUrls = Pick<Services["urls"], "api" | "files" | "proxy">;

export function fileUrl(
  { tag, _id }: Pick<File, "tag" | "_id">,
  { files }: Pick<ServiceUrls, "files">,
): string {
  return `${files}/${tag}/${_id}`;
}

/** The avatar of a user, or the default one. */
export function avatarUrl({ id, avatar }: Pick<UserRow, "id" | "avatar">, urls: ServiceUrls): string {
  return avatar === null ? defaultAvatarUrl(id, urls) : fileUrl(JSON.parse(avatar) as File, urls);
}

export function defaultAvatarUrl(id: string, { api }: Pick<ServiceUrls, "api">): string {
  return `${api}/users/${id}/default_avatar`;
}

/** The address of an image of another host at our proxy: a device that fetched it directly would reveal its IP address. */
export function proxiedUrl(url: string, { proxy }: Pick<ServiceUrls, "proxy">): string {
  return `${proxy}/proxy?url=${encodeURIComponent(url)}`;
}

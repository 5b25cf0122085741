import type { File } from "../../../protocol/file.ts";
import type { Services } from "../../../store/services.ts";
import type { UserRow } from "../../users/index.ts";

type Places = Pick<Services["urls"], "api" | "files" | "proxy">;

export function fileUrl({ tag, _id }: Pick<File, "tag" | "_id">, { files }: Pick<Places, "files">): string {
  return `${files}/${tag}/${_id}`;
}

/** Everybody has a picture, also those who chose none. */
export function pictureOf({ id, avatar }: Pick<UserRow, "id" | "avatar">, places: Places): string {
  return avatar === null ? drawnPicture(id, places) : fileUrl(JSON.parse(avatar) as File, places);
}

export function drawnPicture(id: string, { api }: Pick<Places, "api">): string {
  return `${api}/users/${id}/default_avatar`;
}

/** Somebody else's picture: a device that fetched it there itself would tell them where it is. */
export function passedOn(url: string, { proxy }: Pick<Places, "proxy">): string {
  return `${proxy}/proxy?url=${encodeURIComponent(url)}`;
}

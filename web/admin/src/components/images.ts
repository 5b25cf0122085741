import { createResource } from "solid-js";
import { call } from "../api/call.ts";
import type { AdminServer, AdminUser, ServiceConfiguration } from "../api/types.ts";

const [configuration] = createResource(() => call<ServiceConfiguration>("GET", "/"));

/** Where an image is; undefined until it is known where the server has its files. */
function imageUrl({ tag, _id }: NonNullable<AdminUser["avatar"]>): string | undefined {
  return configuration.state === "ready" ? `${configuration().features.autumn.url}/${tag}/${_id}` : undefined;
}

/** What others see of somebody. The server chooses a default one by the end of an id, so that many people share a request. */
export const avatarUrl = ({ _id, avatar }: Pick<AdminUser, "_id" | "avatar">) =>
  avatar ? imageUrl(avatar) : `/api/users/${_id.slice(-1)}/default_avatar`;

export const iconUrl = ({ icon }: Pick<AdminServer, "icon">) => icon && imageUrl(icon);

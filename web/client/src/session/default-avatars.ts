import { User } from "stoat.js";
import { apiUrl } from "./server.ts";

/**
 * Gives users without a picture of their own an address of one that they share. The server chooses among few pictures
 * by the last character of an id, which the library asks for by the whole id: a list of ten thousand people would make
 * as many requests, and be refused most of them by the limit of the server.
 */
export function shareDefaultAvatars(): void {
  Object.defineProperty(User.prototype, "defaultAvatarURL", {
    get(this: User) {
      return `${apiUrl}/users/${this.id.slice(-1)}/default_avatar`;
    },
  });
}

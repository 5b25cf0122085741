import Type from "typebox";
import { section, text } from "./key-types.ts";

const question = section("A question to new people.", {
  text: Type.String({ minLength: 1, maxLength: 200, description: "The question." }),
  required: Type.Boolean({
    default: true,
    description: "Whether the web client insists on an answer. Other clients do not ask.",
  }),
});

const idOrEmpty = {
  pattern: "^([0-9A-HJKMNP-TV-Z]{26})?$",
  form: "an id, as `ermine servers list` shows them",
};

export const communityKeys = section("One community, for hosts that are there for a single server.", {
  server: text(
    "",
    "Id of the server that new accounts join. The web client shows it alone, and its name and icon at the login. Empty: none.",
    idOrEmpty,
  ),
  questions: Type.Array(question, {
    default: [],
    maxItems: 10,
    description:
      "Questions that the web client asks new people, as [[community.questions]] in the file, or as JSON in the variable. Needs community.answers_channel.",
  }),
  answers_channel: text(
    "",
    "Id of a channel of the server in which the answers are posted as messages of the new members. Everyone who can view it can read them.",
    idOrEmpty,
  ),
});

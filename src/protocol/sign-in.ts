import Type, { type Static } from "typebox";
import { Id, model } from "./schema.ts";

/** Sign-ins of one account that are kept. */
export const maxSignIns = 100;

export const SignIn = model("SignIn", "A sign-in to an account, after a right password or the like.", {
  _id: Id,
  method: Type.Enum(["Password", "Passkey", "Provider", "Link", "Mail"], {
    description: "What was right: `Link` is one of an operator, `Mail` the one that verifies an address.",
  }),
  provider: Type.Optional(Type.String({ description: "Id of the provider." })),
  second_factor: Type.Optional(Type.Enum(["Totp", "Recovery", "Passkey"])),
  outcome: Type.Enum(["Success", "WrongFactor", "Disabled"]),
  device: Type.String({ description: "By the user agent." }),
  address: Type.String({ description: "The address or its network, as the server is configured." }),
  location: Type.Optional(
    model(
      "SignInLocation",
      "Where the network is, by a database of the operator's. Mobile networks are often elsewhere.",
      {
        country: Type.String({ description: "ISO 3166-1, two letters." }),
        city: Type.Optional(Type.String({ description: "In English." })),
      },
    ),
  ),
  new_device: Type.Boolean(),
});
export type SignIn = Static<typeof SignIn>;

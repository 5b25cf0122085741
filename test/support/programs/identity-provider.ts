/** A provider of OpenID Connect in a process of its own. It logs in whoever `POST /person` has named last. */
import { Provider } from "oidc-provider";

const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;
let person: Record<string, unknown> & { sub: string } = { sub: "nobody" };
let amr: string[] = [];

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "ermine",
      client_secret: "a secret of the client that is long enough",
      redirect_uris: ["http://localhost/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "client_secret_post",
    },
  ],
  claims: {
    openid: ["sub", "amr"],
    email: ["email", "email_verified"],
    profile: ["name", "preferred_username"],
    groups: ["groups"],
  },
  features: { devInteractions: { enabled: false } },
  cookies: { keys: ["a key for cookies"] },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub, amr }) }),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope("openid email profile groups");
    await grant.save();
    return grant;
  },
});
// The port of a server under test is known only once it runs.
provider.Client.prototype.redirectUriAllowed = () => true;

provider.use(async (context, next) => {
  if (context.path === "/person") {
    const chunks: Buffer[] = [];
    for await (const chunk of context.req) chunks.push(chunk as Buffer);
    ({ person, amr } = JSON.parse(Buffer.concat(chunks).toString()));
    context.status = 204;
  } else if (context.path.startsWith("/interaction/")) {
    const result =
      person.sub === "nobody"
        ? { error: "access_denied", error_description: "nobody is there" }
        : { login: { accountId: person.sub, amr, remember: false } };
    await provider.interactionFinished(context.req, context.res, result);
    context.respond = false;
  } else await next();
});

provider.listen(port, "127.0.0.1", () => console.log("ready"));

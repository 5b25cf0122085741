/**
 * A provider of OpenID Connect in a process of its own. It logs in whoever `POST /person` has named last, forgets whom
 * `POST /disable` names, and announces a logout for `POST /logout`.
 */
import { Provider } from "oidc-provider";

const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;
type Person = Record<string, unknown> & { sub: string };
let person: Person = { sub: "nobody" };
/** All that were there, as they were last. */
const people = new Map<string, Person>();
let amr: string[] = [];

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "ermine",
      client_secret: "a secret of the client that is long enough",
      redirect_uris: ["http://localhost/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "client_secret_post",
      backchannel_logout_uri: "http://localhost/backchannel-logout",
      backchannel_logout_session_required: true,
    },
  ],
  claims: {
    openid: ["sub", "amr"],
    email: ["email", "email_verified"],
    profile: ["name", "preferred_username"],
    groups: ["groups"],
  },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // As the strictest providers do: a token that was used before ends the whole session.
  rotateRefreshToken: true,
  cookies: { keys: ["a key for cookies"] },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_, sub) =>
    people.has(sub) ? { accountId: sub, claims: () => ({ ...people.get(sub), sub, amr }) } : undefined,
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope("openid email profile groups offline_access");
    await grant.save();
    return grant;
  },
});
/** What the types of the library leave out. */
interface LogoutClient {
  backchannelLogoutUri: string;
  backchannelLogoutSessionRequired: boolean;
  backchannelLogout(sub: string, sid: string | undefined): Promise<void>;
}

async function bodyOf(request: AsyncIterable<unknown>) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

// The port of a server under test is known only once it runs.
provider.Client.prototype.redirectUriAllowed = () => true;

provider.use(async (context, next) => {
  if (context.path === "/person") {
    ({ person, amr } = await bodyOf(context.req));
    people.set(person.sub, person);
    context.status = 204;
  } else if (context.path === "/disable") {
    people.delete((await bodyOf(context.req)).sub);
    context.status = 204;
  } else if (context.path === "/logout") {
    const { sub, sid, uri } = await bodyOf(context.req);
    const client = (await provider.Client.find("ermine")) as unknown as LogoutClient;
    client.backchannelLogoutUri = uri;
    client.backchannelLogoutSessionRequired = sid !== undefined;
    await client.backchannelLogout(sub, sid);
    client.backchannelLogoutSessionRequired = true;
    context.status = 204;
  } else if (context.path.startsWith("/interaction/")) {
    const result =
      person.sub === "nobody"
        ? { error: "access_denied", error_description: "nobody is there" }
        : { login: { accountId: person.sub, amr, remember: false }, consent: {} };
    await provider.interactionFinished(context.req, context.res, result);
    context.respond = false;
  } else await next();
});

provider.listen(port, "127.0.0.1", () => console.log("ready"));

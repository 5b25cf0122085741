import { type Finding, failure } from "./finding.ts";

/** The keys that name a server to which this one connects over TLS. */
export type ServerKey = "public_url" | "smtp.host" | "s3.endpoint";

const ownAuthority =
  "For an authority of your own, let NODE_EXTRA_CA_CERTS in the environment of the server and of this command name its file.";

/** What is wrong with a certificate, by TLS error code, or by the message where a library hides the code. */
const problems = {
  expired: /CERT_HAS_EXPIRED|certificate has expired/i,
  early: /CERT_NOT_YET_VALID|certificate is not yet valid/i,
  name: /ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|does not match certificate/i,
  selfSigned: /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|self.signed certificate/i,
  chain:
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|unable to (verify the first|get( local)? issuer) certificate/i,
};
type Problem = keyof typeof problems;

const texts: Record<Problem, string> = {
  expired: "has expired",
  early: "is not valid yet",
  name: "is for another name",
  selfSigned: "is self-signed, so no client trusts it",
  chain: "comes without its chain, or from an authority that clients do not know",
};

/** For the server that people use, whose certificate is the operator's own concern. */
const ownAdvice: Record<Problem, string> = {
  expired:
    "Renew it and reload the web server: with nginx, `certbot renew` and `systemctl reload nginx`. Caddy renews by itself, and its log says why it could not.",
  early: "Set the time of this machine, and keep it with NTP.",
  name: "Get a certificate for the name in public_url (`certbot certonly --nginx -d NAME`), or set public_url to the name that the certificate is for.",
  selfSigned: `Get one from an authority that browsers know, such as Let's Encrypt: Caddy does it by itself, Certbot for nginx. ${ownAuthority}`,
  chain: `Make the web server send the whole chain: with Certbot, ssl_certificate is fullchain.pem and not cert.pem. ${ownAuthority}`,
};

function adviceForOther(problem: Problem, key: ServerKey): string {
  if (problem === "early") return ownAdvice.early;
  if (problem === "expired") return `Whoever runs the server in ${key} must renew it.`;
  if (problem === "name") return `Write the name that the certificate is for into ${key}.`;
  const anyway =
    key === "smtp.host" ? " smtp.verify_certificate = false sends mail without checking it." : "";
  return `That server must send a certificate with its whole chain. ${ownAuthority}${anyway}`;
}

/** If a check fails because of a certificate, its advice is about the certificate instead. */
export function explainCertificate(
  check: string,
  key: ServerKey,
  work: () => Promise<Finding>,
): () => Promise<Finding> {
  return async () => {
    try {
      return await work();
    } catch (error) {
      const finding = certificateFailure(check, key, error);
      if (finding) return finding;
      throw error;
    }
  };
}

export function certificateFailure(check: string, key: ServerKey, error: unknown): Finding | undefined {
  const words = describeError(error);
  const problem = (Object.keys(problems) as Problem[]).find((name) => problems[name].test(words));
  if (!problem) return undefined;
  return failure(
    check,
    `the certificate of the server in ${key} ${texts[problem]} (${words})`,
    key === "public_url" ? ownAdvice[problem] : adviceForOther(problem, key),
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? `${error.code}: ` : "";
  return `${code}${error.message}${error.cause === undefined ? "" : `, ${describeError(error.cause)}`}`;
}

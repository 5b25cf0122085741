import { expect, test } from "bun:test";
import { withoutSecrets } from "./config-copy.ts";

test("the copy contains no secret, however it is written, and everything else", () => {
  const copy = withoutSecrets(`
database_url = "postgres://ann:S3CRET@db.example/ermine"  # a comment
smtp = { host = "mail.example.org", "password" = "S3CRET \\" S3CRET" }
push.apn.key = """
S3CRET
S3CRET"""
captcha.secret='S3CRET'
# s3.secret_access_key = "S3CRET"
[backup]
to = "s3://bucket/prefix"
s3.endpoint = "https://ann:S3CRET@s3.example.org"
[[oidc.providers]]
client_secret="S3CRET"
client_secret_file = "/etc/ermine/secret"
`);
  expect(copy).not.toContain("S3CRET");
  for (const kept of [
    "# a comment",
    "mail.example.org",
    "s3://bucket/prefix",
    "@s3.example.org",
    "/etc/ermine/secret",
  ])
    expect(copy).toContain(kept);
});

test.each([
  ["a key whose name has an escape", '[smtp]\n"p\\u0061ssword" = "S3CRET"'],
  ["a list where a text belongs", '[smtp]\npassword = [ "S3CRET" ]'],
  ["a file that is not TOML", "password = "],
])("%s is refused", (_what, toml) => {
  expect(() => withoutSecrets(toml)).toThrow();
});

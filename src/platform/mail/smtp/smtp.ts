import { createTransport } from "nodemailer";
import type { MailPort } from "../port.ts";

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, required STARTTLS, or no TLS. */
  readonly tls: "implicit" | "starttls" | "none";
  /** Empty or absent: no authentication. */
  readonly username?: string;
  readonly password?: string;
  readonly from: string;
  readonly reply_to?: string;
  /** Empty or absent: the machine's host name. */
  readonly ehlo_name?: string;
  readonly verify_certificate: boolean;
}

const timeoutMs = 10_000;

export function createSmtpMail(options: SmtpOptions): MailPort {
  const transport = createTransport({
    host: options.host,
    port: options.port,
    secure: options.tls === "implicit",
    requireTLS: options.tls === "starttls",
    ignoreTLS: options.tls === "none",
    tls: { rejectUnauthorized: options.verify_certificate },
    name: options.ehlo_name || undefined,
    auth: options.username ? { user: options.username, pass: options.password ?? "" } : undefined,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from: options.from,
        replyTo: options.reply_to || undefined,
        // As an object it is one address whatever it contains; a string would be read as a list.
        to: { name: "", address: to },
        subject,
        text,
        html,
      });
    },
    async verify() {
      await transport.verify();
    },
    async close() {
      transport.close();
    },
  };
}

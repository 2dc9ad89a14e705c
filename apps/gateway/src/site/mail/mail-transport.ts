import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

export interface MailSettings {
  readonly smtpUrl: string | undefined;
  readonly folder: string | undefined;
  readonly from: string;
}

/** Hands one mail over to whoever delivers it; rejects when that did not take it. */
export type SendMail = (mail: SendMailOptions & { readonly messageId: string }) => Promise<void>;

/** By SMTP; without a server as files into a folder; null when neither is set. */
export const mailTransport = ({ smtpUrl, folder, from }: MailSettings): SendMail | null => {
  if (smtpUrl !== undefined) return bySmtp(smtpUrl, from);
  return folder === undefined ? null : intoFolder(folder, from);
};

// All together under the 20 s that a stop may take.
const WAITS = { dnsTimeout: 3_000, connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 };

const bySmtp = (url: string, from: string): SendMail => {
  // Links in mails are secrets: a server that offers no STARTTLS, or whose offer was taken out on the way, gets none.
  const transport = createTransport({ url, requireTLS: !isOnThisMachine(url), ...WAITS }, { from });
  return async (mail) => void (await transport.sendMail(mail));
};

const isOnThisMachine = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** Links in mails are secrets: the files are this user's alone. */
const intoFolder = (folder: string, from: string): SendMail => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return async (mail) => {
    const { message } = await transport.sendMail(mail);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(
      folder,
      `${new Date().toISOString().replaceAll(':', '-')}-${mail.messageId.replace(/[^\w.-]/g, '')}.eml`,
    );
    const part = `${file}.part`;
    try {
      await writeFile(part, message, { mode: 0o600 });
      await rename(part, file);
    } catch (error) {
      // The mail is tried again, into a file of another name.
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
  };
};

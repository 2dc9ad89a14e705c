import { type Answer, send } from './http.harness.js';

const FORM = 'application/x-www-form-urlencoded';
const UNESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** A browser without JavaScript: it keeps cookies and fills in forms. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Another one with the same cookies: whoever copied them. */
  copy(): Browser {
    const other = new Browser(this.origin, this.headers);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /** The same browser at another address of the product. */
  at(origin: string): Browser {
    const other = new Browser(origin, this.headers);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  open(path: string): Promise<Answer> {
    return this.go(path, {});
  }

  /** Sends a form as told, with nothing of its page. */
  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.go(path, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Opens a page, fills in its form for `action` and sends that. */
  async submit(page: string, action: string, fields: Record<string, string> = {}): Promise<Answer> {
    const { text } = await this.open(page);
    return this.post(action, { ...hiddenFields(text, action), ...fields });
  }

  private async go(path: string, sending: Parameters<typeof send>[2]): Promise<Answer> {
    const answer = await send(this.origin, path, {
      ...sending,
      headers: { ...this.headers, ...sending?.headers, ...(this.cookies.size > 0 && { cookie: this.cookie }) },
    });
    for (const cookie of answer.headers['set-cookie'] ?? []) this.keep(cookie);
    return answer;
  }

  private keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const equals = pair.indexOf('=');
    this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
}

/** What a page's form for `action` sends unseen; fails when the page has no such form. */
export const hiddenFields = (page: string, action: string): Record<string, string> => {
  const form = page
    .split('<form ')
    .find((part) => part.includes(`action="${action}"`))
    ?.split('</form>')[0];
  if (form === undefined) throw new Error(`no form for ${action} in ${page}`);
  const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)" \/>/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescape(value)]));
};

/** What a page tells as a problem; null for none. */
export const problemIn = ({ text }: Answer): string | null => {
  const found = /<p class="problem"[^>]*>([^<]*)/.exec(text)?.[1];
  return found === undefined ? null : unescape(found);
};

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => UNESCAPED[entity] ?? entity);

// The page as a person or a robot sees it: found by role and name, awaited by status, never by time.
// Every test fails on a content policy violation, a console error, an uncaught error or a request to another origin.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test as base } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';

const TRACES = 'src/model/testing/fixtures/traces';

/** What a test must never see, collected while it goes on. */
function watchForTrouble(page: Page, origin: string): string[] {
  const trouble: string[] = [];
  page.on('console', (message) => message.type() === 'error' && trouble.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`uncaught: ${error.message}`));
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) trouble.push(`request to ${url.origin}`);
  });
  return trouble;
}

export const test = base.extend<{ trouble: string[]; inspector: Inspector }>({
  trouble: [
    async ({ page, baseURL }, use) => {
      const trouble = watchForTrouble(page, new URL(baseURL ?? '').origin);
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      await use(trouble);
      expect(trouble, 'no violation, console error, uncaught error or request to another origin').toEqual([]);
    },
    { auto: true },
  ],
  inspector: async ({ page }, use) => use(new Inspector(page)),
});
export { expect };

/** What of a trace report the tests look at. */
export interface Report {
  format: string;
  tasks: { id: string; states: string[]; final: string | null; artifacts: { artifactId: string; parts: number; text: string }[] }[];
  delegations: { from?: string; to?: string }[];
  messages: number;
  events: number;
  pushes: number;
  findings: { rule: string; severity: string; taskId: string | null; events: number[] }[];
  unread: { why: string }[];
  redacted: number;
}

interface Robot {
  open(text: string, options: { name: string }): Promise<unknown>;
  play(lesson: string, options?: { knobs?: Record<string, unknown>; policy?: string; seed?: string }): Promise<unknown>;
  log(range: { from: number; count: number }): Promise<{ seq: number; view: Record<string, unknown>; value?: unknown }[]>;
  report(): Promise<Report>;
  seek(seq: number): Promise<unknown>;
  idle(): Promise<unknown>;
}
declare global {
  interface Window {
    inspector: Robot;
  }
}

export class Inspector {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get status(): Locator {
    return this.page.locator('[data-inspector-status]');
  }
  async visit(hash = ''): Promise<void> {
    await this.page.goto(`./${hash}`);
    await expect(this.status).toHaveAttribute('data-inspector-status', 'ready');
  }
  async idle(): Promise<void> {
    await this.page.evaluate(() => window.inspector.idle());
  }
  /** Through the console face, as a script would. */
  async open(text: string, name: string): Promise<void> {
    await this.page.evaluate(([text, name]) => window.inspector.open(text, { name }), [text, name] as const);
    await this.idle();
  }
  async openTrace(file: string): Promise<void> {
    await this.open(readFileSync(`${TRACES}/${file}`, 'utf8'), file);
  }
  async play(lesson: string, knobs: Record<string, unknown> = {}): Promise<void> {
    await this.page.evaluate(([lesson, knobs]) => window.inspector.play(lesson, { knobs }), [lesson, knobs] as const);
    await this.idle();
  }
  report(): Promise<Report> {
    return this.page.evaluate(() => window.inspector.report());
  }
  log(from: number, count: number): Promise<{ seq: number; view: Record<string, unknown>; value?: unknown }[]> {
    return this.page.evaluate(([from, count]) => window.inspector.log({ from, count }), [from, count] as const);
  }
  panel(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`\\b${name}\\b`) });
  }
  async openPanel(name: string): Promise<void> {
    await this.panel(name).click();
    await this.idle();
  }
  /** No accessibility violation in the theme that is on. */
  async expectAccessible(): Promise<void> {
    expect(await this.#violations()).toEqual([]);
  }
  /** A theme changes colours and nothing else: in the dark only they are judged again. */
  async expectAccessibleInBothThemes(): Promise<void> {
    await this.theme('light');
    const inLight = await this.#violations();
    await this.theme('dark');
    const inDark = await this.#violations(['color-contrast']);
    await this.theme('light');
    expect({ inLight, inDark }).toEqual({ inLight: [], inDark: [] });
  }
  async #violations(rules?: string[]): Promise<string[]> {
    // Only violations are described: to describe all that is well takes most of the time. There is one frame, so it is judged
    // where it stands, without a second page that joins the results of frames.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode(true);
    const runOnly = rules === undefined ? {} : { runOnly: { type: 'rule' as const, values: rules } };
    const { violations } = await axe.options({ resultTypes: ['violations'], ...runOnly }).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }
  async theme(theme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  }
}

/** The input of an incident case of this project's fixtures, with its file name. */
export function caseInput(name: string): { readonly file: string; readonly text: string } {
  const folder = `src/model/testing/fixtures/cases/${name}`;
  const file = readdirSync(folder).find((each) => each.startsWith('input.')) ?? '';
  return { file: `${name}-${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') };
}

/** A real trace of this project's fixtures, as text. */
export function traceText(file: string): string {
  return readFileSync(`${TRACES}/${file}`, 'utf8');
}

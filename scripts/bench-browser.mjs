// npm run bench -- browser [--sizes 10,100] [--repeats 5]: what reading costs in headless Chromium, in one run beside the bare way over
// the same file. Prints one JSON document. Ratios count: other work on the machine slows both sides, and makes all of it noise.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { findBrowser } from './find-browser.mjs';
import { generateTrace } from './trace-generator.mjs';

const EVENT_BYTES = 425;
const FAULTS = 0.01;
const MIB = 1 << 20;

/** @param {string} folder @param {number} megabytes */
function traceFile(folder, megabytes) {
  const path = join(folder, `trace-${megabytes}.ndjson`);
  const events = Math.round((megabytes * 1e6) / EVENT_BYTES);
  const trace = generateTrace({ events, seed: 7, version: '0.3', format: 'ndjson', faults: FAULTS });
  /** @type {string[]} */
  let block = [];
  writeFileSync(path, '');
  for (const line of trace) {
    block.push(line);
    if (block.length < 10_000) continue;
    writeFileSync(path, block.join(''), { flag: 'a' });
    block = [];
  }
  writeFileSync(path, block.join(''), { flag: 'a' });
  return { path, bytes: statSync(path).size };
}

/** Builds a page into a folder and serves it. @param {string} root @param {string} outDir @param {number} port */
async function serve(root, outDir, port) {
  const shared = { configFile: /** @type {false} */ (false), root, logLevel: /** @type {'error'} */ ('error'), base: './' };
  const options = { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 };
  await build({ ...shared, plugins: [react()], worker: { format: 'es' }, build: options });
  return preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port, strictPort: true } });
}

/** In the page: its longest task, when a file was chosen, and when the first row was drawn after that. */
const WATCH = `
  self.longest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) self.longest = Math.max(self.longest, entry.duration);
  }).observe({ entryTypes: ['longtask'] });
  addEventListener('change', () => {
    self.began = performance.now();
    const look = () => {
      if (document.querySelector('.rows-track .rows-grid:not(.waiting)')) self.firstRows = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, true);
`;

/** @param {readonly number[]} values */
const median = (values) => Number((values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toPrecision(4));

/**
 * Memory of the renderers: the sum of their proportional set sizes, as the kernel tells it (Linux only).
 */
function rendererMegabytes() {
  let total = 0;
  for (const pid of descendants(process.pid)) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      total += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // It has ended meanwhile.
    }
  }
  return total / 1e6;
}

/** @param {number} root @returns {number[]} */
function descendants(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [root];
  for (let at = 0; at < found.length; at += 1) found.push(...(children.get(found[at] ?? 0) ?? []));
  return found;
}

/**
 * The yardstick and our way over one file, by turns.
 * @param {import('@playwright/test').Browser} browser @param {string} url @param {{ path: string, bytes: number }} file @param {number} repeats
 */
async function measureReading(browser, url, file, repeats) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.setInputFiles('#file', file.path);
  /** @type {{ bare: number[], whole: number[], first: number[], read: number[] }} */
  const times = { bare: [], whole: [], first: [], read: [] };
  let rows = 0;
  let findings = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const bare = await page.evaluate('bench.yardstick()');
    const whole = await page.evaluate('bench.whole()');
    times.bare.push(bare.ms);
    times.whole.push(whole.ms);
    times.first.push(whole.firstRowsMs);
    times.read.push(whole.readMs);
    [rows, findings] = [whole.rows, whole.findings];
  }
  const answers = await page.evaluate('bench.answers()');
  await page.close();
  const yardstickMs = median(times.bare);
  const wholeMs = median(times.whole);
  return {
    rows,
    findings,
    yardstickMs,
    wholeMs,
    readMs: median(times.read),
    ratio: median(times.whole.map((ms, at) => ms / (times.bare[at] ?? Number.NaN))),
    microsecondsPerRow: Number(((wholeMs * 1000) / rows).toPrecision(3)),
    firstRowsMs: median(times.first),
    seekMs: median([answers.seekMs]),
    columnFilterMs: median([answers.filterMs]),
    firstHitsMs: median([answers.firstHitsMs]),
    searchMs: median([answers.searchMs]),
    searchRateOverYardstick: Number((yardstickMs / answers.searchMs).toPrecision(3)),
  };
}

/**
 * How long the main thread of a page has been in tasks: by the clock, or by the processor time that it got. On a machine where much
 * else is going on, a task lasts for as long as it is kept from the processor.
 * @param {import('@playwright/test').Page} page @param {'timeTicks' | 'threadTicks'} timeDomain
 */
async function taskSeconds(page, timeDomain) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain });
  return async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/**
 * The page itself while it reads a file: memory, and how long its main thread is busy.
 * @param {import('@playwright/test').Browser} browser @param {string} url @param {{ path: string, bytes: number }} file
 */
async function measurePage(browser, url, file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(WATCH);
  await page.goto(url);
  await page.evaluate('inspector.idle()');
  const busy = await taskSeconds(page, 'timeTicks');
  const atWork = await taskSeconds(page, 'threadTicks');
  const idle = rendererMegabytes();
  let peak = idle;
  const watch = setInterval(() => (peak = Math.max(peak, rendererMegabytes())), 200);
  await page.evaluate('self.longest = 0');
  const [busyBefore, atWorkBefore] = [await busy(), await atWork()];
  await page.setInputFiles('#open-file', file.path);
  await page.waitForFunction('self.firstRows !== undefined', undefined, { timeout: 300_000 });
  await page.evaluate('inspector.report().then(() => undefined)');
  const ms = /** @type {number} */ (await page.evaluate('performance.now() - self.began'));
  const firstRowsMs = /** @type {number} */ (await page.evaluate('self.firstRows - self.began'));
  const share = ((await busy()) - busyBefore) / (ms / 1000);
  const workShare = ((await atWork()) - atWorkBefore) / (ms / 1000);
  clearInterval(watch);
  const longest = await page.evaluate('self.longest');
  await page.close();
  return {
    firstRowsOnScreenMs: median([firstRowsMs]),
    wholeMs: median([ms]),
    idleMegabytes: median([idle]),
    peakMegabytes: median([peak]),
    addedOverFile: Number((((peak - idle) * 1e6) / file.bytes).toPrecision(3)),
    longestMainThreadTaskMs: longest === 0 ? 'under 50' : longest,
    mainThreadBusyShare: Number(share.toPrecision(2)),
    mainThreadProcessorShare: Number(workShare.toPrecision(2)),
  };
}

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10,100' }, repeats: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const { executablePath, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, args });
const bench = await serve('scripts/bench-page', join(folder, 'bench'), 4181);
const inspector = await serve('.', join(folder, 'inspector'), 4182);
const results = [];
try {
  for (const size of values.sizes.split(',').map(Number)) {
    const file = traceFile(folder, size);
    const reading = await measureReading(browser, 'http://127.0.0.1:4181/', file, Number(values.repeats));
    const page = await measurePage(browser, 'http://127.0.0.1:4182/', file);
    results.push({
      megabytes: Number((file.bytes / 1e6).toPrecision(4)),
      mebibytes: Number((file.bytes / MIB).toPrecision(4)),
      reading,
      page,
    });
    process.stderr.write(`${JSON.stringify(results.at(-1), null, 2)}\n`);
    rmSync(file.path);
  }
} finally {
  await browser.close();
  await bench.close();
  await inspector.close();
  rmSync(folder, { recursive: true, force: true });
}
const about = {
  browser: executablePath,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  loadAverage: loadavg(),
  repeats: Number(values.repeats),
  memory:
    'sum of the proportional set sizes of the renderer processes (smaps_rollup), looked at every 200 ms; idle: the page before a file is opened',
};
console.log(JSON.stringify({ about, results }, null, 2));

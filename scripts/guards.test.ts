// The guards themselves: no source file escapes the compiler, and no room has a name that says nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { BANNED_EVERYWHERE, BANNED_GLOBALS, BANNED_WHERE_REPEATABLE } from './lint-bans.mjs';
import ts from 'typescript';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const sources = tracked.filter((file) => /^(src|e2e|scripts)\/.*\.(ts|tsx|mjs)$/.test(file));
const PROJECTS = ['src/model/tsconfig.json', 'src/mock-agents/tsconfig.json', 'src/ui/tsconfig.json', 'tsconfig.json'];

function filesOf(project: string): string[] {
  const folder = project.includes('/') ? project.slice(0, project.lastIndexOf('/')) : '.';
  const parsed = ts.parseJsonConfigFileContent(ts.readConfigFile(project, (path) => ts.sys.readFile(path)).config, ts.sys, folder);
  return parsed.fileNames.map((file) => ts.sys.resolvePath(file).slice(ts.sys.getCurrentDirectory().length + 1));
}

describe('guards', () => {
  it('every source file belongs to a compiler project', () => {
    const covered = new Set(PROJECTS.flatMap(filesOf));
    expect(sources.filter((file) => !covered.has(file))).toEqual([]);
  });
  it('no room is a cupboard', () => {
    expect(sources.filter((file) => /(^|\/)(utils|helpers|common|shared)\/|(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  });
  it('no room is too big to live in', () => {
    const rooms = tracked.filter((file) => /^(src|e2e|scripts)\/.*\.(ts|tsx|mjs|css)$/.test(file));
    expect(rooms.filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)).toEqual([]);
  });
  it('no test is switched off', () => {
    const tests = sources.filter((file) => /\.(test|spec)\.tsx?$/.test(file) && file !== 'scripts/guards.test.ts');
    expect(tests.filter((file) => /\b(it|test|describe)\.(skip|only|todo|fixme)\b|\bxit\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
  it('the lock file carries no download addresses', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
  });

  const LEAVING = [
    'window.location.href = u;',
    'window.location = u;',
    'location.href = u;',
    'open(u);',
    'window.open(u);',
    'globalThis.open(u);',
    'document.location.assign(u);',
    'location.replace(u);',
    'new window.RTCPeerConnection();',
    'new RTCPeerConnection();',
    'navigator.sendBeacon(u);',
    'element.innerHTML = u;',
  ];
  const UNREPEATABLE = [
    'Date();',
    'Date.now();',
    'new Date();',
    'globalThis.Date.now();',
    'new globalThis.Date();',
    'const D = Date;',
    'Math.random();',
    'globalThis.Math.random();',
    'crypto.randomUUID();',
    'performance.now();',
    'setTimeout(f, 1);',
  ];
  const complaints = (code: string, bans: readonly { selector: string; message: string }[]) =>
    new Linter().verify(code, {
      languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
      rules: { 'no-restricted-syntax': ['error', ...bans], 'no-restricted-globals': ['error', ...BANNED_GLOBALS] },
    });
  it.each(LEAVING)('lint refuses a way out: %s', (code) => {
    expect(complaints(code, BANNED_EVERYWHERE)).not.toEqual([]);
  });
  it.each(UNREPEATABLE)('lint refuses clock and dice: %s', (code) => {
    expect(complaints(code, BANNED_WHERE_REPEATABLE)).not.toEqual([]);
  });
  it('lint leaves what is repeatable alone', () => {
    expect(complaints('new Date(0).toISOString(); Date.UTC(2026, 0); Math.max(1, 2); anchor.href = u;', BANNED_WHERE_REPEATABLE)).toEqual(
      [],
    );
  });
  it('the README and its picture are there', () => {
    expect(tracked).toEqual(expect.arrayContaining(['README.md', 'public/workbench.png', '.ci/run', 'package-lock.json']));
  });
});

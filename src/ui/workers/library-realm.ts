// The first import of a worker whose agent is made with libraries: what they look for when they load. Zod compiles its checks
// where it may, and finds out by trying, which the content security policy reports as an attempt to break it. And in a worker
// that was started from a blob, `location` is a URL inside a URL, which a library takes apart and cannot put together again.

interface LibraryRealm {
  __zod_globalConfig?: { readonly jitless: boolean };
}

(globalThis as LibraryRealm).__zod_globalConfig = { jitless: true };
Object.defineProperty(globalThis, 'location', { value: new URL(import.meta.url.replace(/^blob:/, '')), configurable: true });

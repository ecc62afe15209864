// Starts a worker so that it inherits the page's content security policy: from a `blob:` bootstrap whose one line imports
// the real script. A worker made from a URL would not be bound by a policy in a meta tag.

/**
 * @param url what `?worker&url` gave
 * @param base `location.href` in the page, `import.meta.url` in a worker (there `location` is the blob)
 * @param name shown in developer tools
 * @returns the worker, and a port that is open once the script has loaded
 */
export function startWorker(url: string, base: string, name: string): { worker: Worker; port: MessagePort } {
  const script = `import(${JSON.stringify(new URL(url, base).href)}).catch((error) => setTimeout(() => { throw error; }));`;
  const blob = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(blob, { type: 'module', name });
  const { port1, port2 } = new MessageChannel();
  // The script says `loaded` first: a message sent earlier could meet no listener.
  worker.addEventListener(
    'message',
    () => {
      URL.revokeObjectURL(blob);
      worker.postMessage('port', [port2]);
    },
    { once: true },
  );
  return { worker, port: port1 };
}

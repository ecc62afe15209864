// Violations of the content security policy inside a worker are invisible to the page: each worker reports its own.

/** Tells every violation in this worker, in words. */
export function onViolation(tell: (what: string) => void): void {
  self.addEventListener('securitypolicyviolation', (event) => {
    tell(`${event.effectiveDirective} blocked ${event.blockedURI}`);
  });
}

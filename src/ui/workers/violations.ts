// Violations of the content security policy inside a worker are invisible to the page: each worker reports its own.

/** Tells every violation in this worker, in words. */
export function onViolation(worker: EventTarget, tell: (what: string) => void): void {
  worker.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    tell(`${effectiveDirective} blocked ${blockedURI}`);
  });
}

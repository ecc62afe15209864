// The samples the page offers: small recordings from its own origin, listed in one file.

export interface Sample {
  readonly file: string;
  readonly title: string;
  readonly note: string;
  readonly format: string;
  /** Bytes. */
  readonly size: number;
}

let loading: Promise<readonly Sample[]> | undefined;

/** The list, fetched once. @throws Error when the page's own origin does not serve it */
export function loadSamples(): Promise<readonly Sample[]> {
  loading ??= fetch(new URL('samples/samples.json', document.baseURI)).then((response) => {
    if (!response.ok) throw new Error(`The list of samples is not there (${response.status}).`);
    return response.json() as Promise<readonly Sample[]>;
  });
  return loading;
}

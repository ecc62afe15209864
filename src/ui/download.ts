// Hands a text to the person as a file. Nothing is sent: the file is made in the page.

/** Starts the download. @returns the name that the file gets */
export function downloadText(text: string, { name, type }: { readonly name: string; readonly type: string }): string {
  const safe = name.replace(/[^\w.-]+/g, '-').toLowerCase();
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = safe;
  anchor.click();
  URL.revokeObjectURL(url);
  return safe;
}

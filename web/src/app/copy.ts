/** Puts a text into the clipboard; whether it is there now. */

export async function copyText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    // Without https there is no clipboard, but the old way may do.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied ? 'copied' : 'refused';
  }
}

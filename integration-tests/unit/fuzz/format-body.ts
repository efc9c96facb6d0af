/** Formats a body for the terminal in one line of at most about 300 characters. */
export function formatBody(body: Buffer): string {
  const text = JSON.stringify(body.toString("latin1"))
  return text.length <= 300 ? text : `${text.slice(0, 300)}… (${body.length} bytes)`
}

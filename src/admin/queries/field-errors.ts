/** Splits a message of one sentence per field; `rest` holds the sentences that name no field. */
export function parseFieldErrors(
  error: Error | null,
  names: readonly string[]
): { fields: Record<string, string>; rest: string | null } {
  if (error === null) return { fields: {}, rest: null }
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const sentence of error.message.split(/(?<=\.)\s+/)) {
    const [, name = "", rule = ""] =
      /^(?:settings\.)?([\w]+)(?:\.[\w.]+)?:? (.+)$/.exec(sentence) ?? []
    if (names.includes(name)) fields[name] ??= rule
    else rest.push(sentence)
  }
  return { fields, rest: rest.length > 0 ? rest.join(" ") : null }
}

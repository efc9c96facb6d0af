/** Markup that is safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[] | undefined | null | false

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map((one) => one.text).join("")
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}

/** A template that escapes whatever is put into it, unless it is markup already. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, index) => string + render(parts[index])).join(""))
}

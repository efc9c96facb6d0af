/** HTML that is safe to put into a page. */
export class Markup {
  constructor(readonly html: string) {}
}

type Part = string | number | Markup | readonly Markup[] | undefined | false

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

function render(part: Part): string {
  if (part === undefined || part === false) return ""
  if (part instanceof Markup) return part.html
  if (typeof part === "object") return part.map((one) => one.html).join("\n")
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A template whose inserted text is escaped; other markup is inserted as it is. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const rendered = strings.map((string, index) => string + render(parts[index]))
  return new Markup(rendered.join(""))
}

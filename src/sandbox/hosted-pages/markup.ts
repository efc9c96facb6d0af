/** HTML that is safe to insert into a page. */
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

function renderPart(part: Part): string {
  if (part === undefined || part === false) return ""
  if (part instanceof Markup) return part.html
  if (typeof part === "object") return part.map((item) => item.html).join("\n")
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Template tag. Escapes text and inserts other Markup unchanged. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const rendered = strings.map((string, index) => string + renderPart(parts[index]))
  return new Markup(rendered.join(""))
}

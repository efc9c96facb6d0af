/** A page of the service, as a customer's browser has it open. */
export type OpenPage = { url: string; html: string }

/** After a click: another page of the service, or the address outside that it leads to. */
export type Next = { page: OpenPage } | { leftFor: string }

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value?.replace(/&(amp|lt|gt|quot|#39);/g, (_all, entity: string) => ENTITIES[entity] ?? "")
}

/** What a browser would send of a form's fields. A person ticks every box that is required. */
function filledIn(form: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name")
    const isOn = /\schecked\b/.test(tag)
    const ticked = attribute(tag, "type") === "checkbox" && /\srequired\b/.test(tag)
    const isText = !["radio", "checkbox"].includes(attribute(tag, "type") ?? "text")
    if (name && (isText || isOn || ticked)) fields.set(name, attribute(tag, "value") ?? "on")
  }
  return fields
}

/** Follows redirects as long as they stay at the service. */
async function follow(response: Response, url: string): Promise<Next> {
  const location = response.headers.get("location")
  if (location === null) {
    if (!response.ok) throw new Error(`The service's page answered HTTP ${response.status}.`)
    return { page: { url, html: await response.text() } }
  }
  const next = new URL(location, url)
  if (next.origin !== new URL(url).origin) return { leftFor: next.href }
  return follow(await fetch(next, { redirect: "manual" }), next.href)
}

/** Whether it has the button. */
export const has = ({ html }: OpenPage, decision: string): boolean =>
  html.includes(`name="decision" value="${decision}"`)

/** Opens the address that the shopper is sent to. */
export async function openPage(url: string): Promise<OpenPage> {
  const next = await follow(await fetch(url, { redirect: "manual" }), url)
  if ("leftFor" in next) throw new Error("The application's page sent the customer away at once.")
  return next.page
}

/**
 * Fills in a form as a person would, and presses one of its buttons.
 * @param decision the button's value
 */
export async function press(page: OpenPage, decision: string): Promise<Next> {
  const forms = [...page.html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form)
  const form = forms.find((one) => one.includes(`name="decision" value="${decision}"`))
  if (!form) throw new Error(`The service's page has no button "${decision}".`)
  const fields = filledIn(form)
  fields.set("decision", decision)
  const action = new URL(attribute(form, "action") ?? "", page.url).href
  const response = await fetch(action, { method: "POST", body: fields, redirect: "manual" })
  return follow(response, action)
}

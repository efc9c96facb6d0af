/** A page of the service, as loaded by a customer's browser. */
export type HostedPage = { url: string; html: string }

/** The result of a click: the service's next page, or a URL outside the service. */
export type PressResult = { page: HostedPage } | { leftFor: string }

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

function getAttribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value?.replace(/&(amp|lt|gt|quot|#39);/g, (_all, entity: string) => ENTITIES[entity] ?? "")
}

/** Builds the form data that a browser would send, with all required checkboxes ticked. */
function buildFormFields(form: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = getAttribute(tag, "name")
    const isChecked = /\schecked\b/.test(tag)
    const isRequiredCheckbox = getAttribute(tag, "type") === "checkbox" && /\srequired\b/.test(tag)
    const isText = !["radio", "checkbox"].includes(getAttribute(tag, "type") ?? "text")
    if (name && (isText || isChecked || isRequiredCheckbox))
      fields.set(name, getAttribute(tag, "value") ?? "on")
  }
  return fields
}

/** Follows redirects within the service's origin. */
async function followRedirects(response: Response, url: string): Promise<PressResult> {
  const location = response.headers.get("location")
  if (location === null) {
    if (!response.ok) throw new Error(`The service's page answered HTTP ${response.status}.`)
    return { page: { url, html: await response.text() } }
  }
  const next = new URL(location, url)
  if (next.origin !== new URL(url).origin) return { leftFor: next.href }
  return followRedirects(await fetch(next, { redirect: "manual" }), next.href)
}

/** Whether the page has the button. */
export const hasButton = ({ html }: HostedPage, decision: string): boolean =>
  html.includes(`name="decision" value="${decision}"`)

/** Loads the service's page. @throws Error when it redirects to another origin */
export async function openPage(url: string): Promise<HostedPage> {
  const next = await followRedirects(await fetch(url, { redirect: "manual" }), url)
  if ("leftFor" in next)
    throw new Error("The application's page redirected the customer to another origin.")
  return next.page
}

/**
 * Fills in the form that has the button and submits it.
 * @param decision the button's value
 * @throws Error when the page has no such button
 */
export async function pressButton(page: HostedPage, decision: string): Promise<PressResult> {
  const forms = [...page.html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form)
  const form = forms.find((form) => form.includes(`name="decision" value="${decision}"`))
  if (!form) throw new Error(`The service's page has no button "${decision}".`)
  const fields = buildFormFields(form)
  fields.set("decision", decision)
  const action = new URL(getAttribute(form, "action") ?? "", page.url).href
  const response = await fetch(action, { method: "POST", body: fields, redirect: "manual" })
  return followRedirects(response, action)
}

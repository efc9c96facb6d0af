import { describeLink, type LinkProblem, linkProblem } from "../../../domain/service-link"
import { userError } from "../../../translation/user-error"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"

const NOT_AVAILABLE =
  "Financing is not available right now. Please try again later or pay another way."
const WITHHELD =
  "The financing service handed out a link that leads where it should not. It was withheld, and the application is being cancelled: see what needs attention."

/** Describes an unsafe link under the current settings; null for safe links. */
export function problemOfLinks(
  { options }: Pick<Context, "options">,
  { environment }: Pick<ApplicationRecord, "environment">,
  links: readonly (string | null | undefined)[]
): LinkProblem | null {
  const { linkHosts: hosts, environments } = options
  const baseUrl = environments[environment]?.baseUrl
  if (baseUrl === undefined) return null
  for (const link of links) {
    const problem = link ? linkProblem(link, { baseUrl, hosts }) : null
    if (problem) return problem
  }
  return null
}

/** Opens a review case and requests the cancellation. The link is not shown. */
export async function withholdLink(
  context: Context,
  application: ApplicationRecord,
  problem: LinkProblem
): Promise<void> {
  await context.reviewCases.open(application.id, "unsafe-link", describeLink(problem))
  await context.closing.supersede(application, "its link leads where it may not")
}

export function toWithheldError({ kind }: Pick<ApplicationRecord, "kind">): Error {
  return userError(kind === "virtual-cart" ? WITHHELD : NOT_AVAILABLE)
}

import {
  type Evidence,
  findExchange,
  isRefused,
  isSuccess,
  maskCode,
  describeExchange,
} from "../evidence"
import { type Assumption, buildConfirmation, buildContradiction, type Finding } from "./assumption"

function judgeTokens(evidence: Evidence): Finding | null {
  const created = findExchange(evidence, "create")
  const token = created?.answer.token
  if (created === undefined || typeof token !== "string") return null
  if (!isSuccess(created)) return buildContradiction("the token of a creation could not be read")
  const read = findExchange(evidence, "status-new")
  if (isRefused(read)) return buildContradiction(`the new token: ${describeExchange(read)}`)
  return isSuccess(read) ? buildConfirmation(`${token.length} characters, found again`) : null
}

function judgeUnknownToken(evidence: Evidence): Finding | null {
  const read = findExchange(evidence, "status-unknown")
  if (read === undefined || read.httpStatus === null) return null
  return isRefused(read)
    ? buildConfirmation(describeExchange(read))
    : buildContradiction(describeExchange(read))
}

function judgeVirtualCart(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "virtual-cart")
  if (isSuccess(one)) return buildConfirmation("a virtual cart with an address was accepted")
  return isRefused(one) ? buildContradiction(describeExchange(one)) : null
}

function judgePreApproval(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "pre-approval")
  if (isSuccess(one)) return buildConfirmation("all four fields were accepted")
  return isRefused(one) ? buildContradiction(describeExchange(one)) : null
}

function judgeAttachedCart(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "attach-cart")
  if (!isSuccess(one)) return null
  const { token } = one.answer
  const isSame =
    typeof token !== "string" || token === findExchange(evidence, "pre-approval")?.answer.token
  return isSame
    ? buildConfirmation("the token stayed")
    : buildContradiction("another token was answered")
}

function judgeOffersCode(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "full-application")
  if (!isSuccess(one) || !Array.isArray(one.answer.offers) || one.answer.offers.length === 0)
    return null
  return buildConfirmation(`offers came with ${maskCode(one.answer.status)}`)
}

function judgeFullApplication(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "full-application")
  if (!isSuccess(one)) return null
  const count = Array.isArray(one.answer.offers) ? one.answer.offers.length : 0
  return buildConfirmation(`${maskCode(one.answer.status)} with ${count} offers`)
}

function judgeOfferChoice(evidence: Evidence): Finding | null {
  const again = findExchange(evidence, "select-offer-again")
  if (isSuccess(again)) return buildConfirmation("a second choice was accepted")
  return isRefused(again)
    ? buildContradiction(`the second choice: ${describeExchange(again)}`)
    : null
}

/** A rate of 1 or more can only be a percentage. A lower rate leaves the unit open. */
function judgeLoanRate(evidence: Evidence): Finding | null {
  const offers: unknown = findExchange(evidence, "full-application")?.answer.offers
  if (!Array.isArray(offers)) return null
  const rates = offers.map((offer: unknown) =>
    Number((offer as { loanRate?: unknown } | null)?.loanRate)
  )
  const highest = Math.max(...rates.filter((rate) => Number.isFinite(rate)))
  if (highest < 1 || !Number.isFinite(highest)) return null
  return {
    ...buildConfirmation(`loanRate ${highest} is percent`),
    change: 'loanRateUnit: "percent",',
  }
}

export const APPLICATION_ASSUMPTIONS: readonly Assumption[] = [
  {
    id: "offer-choice",
    sentence:
      "Selecting an offer sets the customer's choice; selecting again, even another one, replaces it.",
    where: "`modules/…/operations/select-offer.ts`",
    ifWrong:
      "The service refuses, and the shopper is told. What is signed is what the contract's own page shows. The amount is the same for every offer, and is compared before anything is authorized.",
    observedBy: "two choices of an offer (`--applicant`)",
    judge: judgeOfferChoice,
  },
  {
    id: "full-application-answer",
    sentence:
      "A full application's answer is its decision at that moment; offers come with it or not at all.",
    where: "`modules/…/operations/flows.ts`",
    ifWrong:
      "Status checks go on. If it is approved without offers, the shopper continues on the service's page with another application.",
    observedBy: "a full application (`--applicant`)",
    judge: judgeFullApplication,
  },
  {
    id: "offers-code",
    sentence: "Offers may come with another code than `A`.",
    where: "`modules/…/operations/flows.ts`",
    ifWrong: "They are logged and stored, and shown once a status check reads `A`.",
    observedBy: "a full application (`--applicant`)",
    judge: judgeOffersCode,
  },
  {
    id: "loan-rate-unit",
    sentence:
      "The unit of an offer's `loanRate` is not known. The setting `loanRateUnit` names it; until then no rate is shown.",
    where: "`domain/offer.ts`",
    ifWrong: "Only if the merchant names the wrong unit: shoppers then read a wrong rate.",
    setting: "loanRateUnit",
    observedBy: "the offers of a full application (`--applicant`)",
    judge: judgeLoanRate,
  },
  {
    id: "virtual-cart-residence",
    sentence:
      "The residence of a virtual cart is the customer's billing address, where the goods go elsewhere.",
    where: "`translation/cart-to-snapshot.ts`",
    ifWrong: "The service knows the customer under another address, and asks them.",
    observedBy: "a virtual cart",
    judge: judgeVirtualCart,
  },
  {
    id: "pre-approval-fields",
    sentence:
      "A pre-approval takes all four fields, and its status is `R` (or `A`) once it is approved; `maxApprovalAmount` is its limit.",
    where: "`domain/pre-approval.ts`, `api/store/consumer-financing/forms.ts`",
    ifWrong:
      "It is never found approved, or the service refuses the cart. The purchase is then financed on the service's page, and the shopper is told.",
    observedBy: "a pre-approval with all fields",
    judge: judgePreApproval,
  },
  {
    id: "attached-cart",
    sentence:
      "Attaching a cart to a pre-approval keeps its token, and its status names the cart's amount from then on.",
    where: "`modules/…/operations/pre-approvals/pre-approved-flow.ts`",
    ifWrong: "Another token opens a review case; another amount is never authorized.",
    observedBy: "a cart attached to a pre-approval",
    judge: judgeAttachedCart,
  },
  {
    id: "contract-address",
    sentence: "A contract's address works as long as its application waits to be signed.",
    where: "`modules/…/operations/select-offer.ts`",
    ifWrong: "Choosing another offer gets a new one.",
    observedBy: null,
  },
  {
    id: "opaque-token",
    sentence:
      "Application tokens are opaque: any characters that a path can carry once encoded, 512 at most.",
    where: "`financing-api/messages/fields.ts`",
    ifWrong: "The answer counts as unreadable, so the creation is in doubt.",
    observedBy: "the status of a new token",
    judge: judgeTokens,
  },
  {
    id: "unknown-token",
    sentence: "A token that the service does not know is refused with a 4xx.",
    where: "`modules/…/operations/check-status.ts`",
    ifWrong:
      "It counts as an outage of the service: financing pauses and staff are notified, although only one application is unknown.",
    observedBy: "the status of an unknown token",
    judge: judgeUnknownToken,
  },
  {
    id: "balanced-cart",
    sentence: "Items, shipping and taxes of a cart add up to its amount.",
    where: "`domain/balanced-parts.ts`",
    ifWrong: "Nothing: the plugin always sends parts that add up.",
    observedBy: null,
  },
  {
    id: "description-length",
    sentence: "Item descriptions have a length limit that an item's title stays under.",
    where: "`translation/requests.ts`",
    ifWrong: "The service refuses the cart.",
    observedBy: null,
  },
]

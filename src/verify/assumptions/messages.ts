import { type Evidence, findExchange, isRefused, isSuccess, describeExchange } from "../evidence"
import { type Assumption, buildConfirmation, buildContradiction, type Finding } from "./assumption"

function judgePostbacks(evidence: Evidence): Finding | null {
  const { postbacks } = evidence
  if (postbacks === null || postbacks.length === 0) return null
  const isReadable = postbacks.every(
    ({ encoding, fields }) => encoding !== "other" && fields.includes("uuid")
  )
  const encodings = [...new Set(postbacks.map(({ encoding }) => encoding))].join(" and ")
  const found = `${postbacks.length} arrived as ${encodings}`
  return isReadable ? buildConfirmation(found) : buildContradiction(`${found}, not all with uuid`)
}

function judgeDelivery({ postbacks }: Evidence): Finding | null {
  return postbacks === null || postbacks.length === 0
    ? null
    : buildConfirmation(`${postbacks.length} arrived; none is signed`)
}

function judgeLifetime(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "token")
  if (!isSuccess(one)) return null
  const lifetime = one.answer.expires_in
  const isNumber =
    typeof lifetime === "number" || (typeof lifetime === "string" && /^\d{1,15}$/.test(lifetime))
  return buildConfirmation(isNumber ? `expires_in is ${lifetime}` : "expires_in is missing or odd")
}

function judgeOtherTokens(evidence: Evidence): Finding | null {
  const [second, read] = [
    findExchange(evidence, "token-second"),
    findExchange(evidence, "token-after-second"),
  ]
  if (!isSuccess(second) || read === undefined) return null
  if (read.hadUnauthorized) return buildContradiction("a second token ended the first")
  return isSuccess(read)
    ? buildConfirmation("the first token works after a second was issued")
    : null
}

function judgeFields({ exchanges }: Evidence): Finding | null {
  const names = [...new Set(exchanges.flatMap(({ tolerated }) => tolerated))]
  if (exchanges.length === 0) return null
  return buildConfirmation(
    names.length === 0 ? "no field was missing" : `missing or odd: ${names.slice(0, 4).join(", ")}`
  )
}

function judgeErrorBody({ exchanges }: Evidence): Finding | null {
  const refused = exchanges.filter(isRefused)
  if (refused.length === 0) return null
  return buildConfirmation(
    `refusals came as ${[...new Set(refused.map(({ body }) => body))].join(", ")}`
  )
}

function judgeValidation(evidence: Evidence): Finding | null {
  const [signedValidation, alteredValidation] = [
    findExchange(evidence, "validate-signed"),
    findExchange(evidence, "validate-signed-wrong"),
  ]
  if (!isSuccess(signedValidation) || !isSuccess(alteredValidation)) return null
  const found = `right: ${signedValidation.word}, wrong: ${alteredValidation.word}`
  const isCompared =
    signedValidation.word === "VERIFIED_PT" && alteredValidation.word !== "VERIFIED_PT"
  return isCompared ? buildConfirmation(found) : buildContradiction(found)
}

function judgeUnknownValidation(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "validate-unknown")
  if (!isSuccess(one)) return null
  return one.word === "VERIFIED_PT" ? buildContradiction(one.word) : buildConfirmation(one.word)
}

function judgeAddressStatus(evidence: Evidence): Finding | null {
  const one = findExchange(evidence, "address-status")
  if (isSuccess(one)) {
    return one.answer.status === "U"
      ? buildContradiction("U for the address that was sent")
      : buildConfirmation("the address that was sent is not U")
  }
  return isRefused(one) ? buildContradiction(describeExchange(one)) : null
}

export const MESSAGE_ASSUMPTIONS: readonly Assumption[] = [
  {
    id: "postback-body",
    sentence: "Postbacks are form-encoded or JSON, carry `uuid`, and sometimes a few labels.",
    where: "`translation/postback.ts`",
    ifWrong: "The labels are missing from the timeline. No decision depends on them.",
    observedBy: "what arrives (`--listen`)",
    judge: judgePostbacks,
  },
  {
    id: "postback-delivery",
    sentence: "Postbacks may be lost, repeated, late and out of order; they are not signed.",
    where: "`workflows/process-postbacks.ts`, `domain/check-schedule.ts`",
    ifWrong: "Nothing.",
    observedBy: "what arrives (`--listen`)",
    judge: judgeDelivery,
  },
  {
    id: "token-lifetime",
    sentence: "`expires_in` of an access token may be missing or odd.",
    where: "`financing-api/messages/token.ts`",
    ifWrong: "A token of unknown lifetime is used for a minute.",
    observedBy: "the fields of the access token",
    judge: judgeLifetime,
  },
  {
    id: "several-tokens",
    sentence:
      "A second access token leaves the first one usable, so that several servers can share the credentials.",
    where: "`financing-api/access-tokens.ts`",
    ifWrong:
      "Every server gets a new token after a 401, and the servers end each other's tokens: one call more for each.",
    observedBy: "a call with the first of two tokens",
    judge: judgeOtherTokens,
  },
  {
    id: "undecisive-fields",
    sentence: "A field that decides nothing may be missing or of any type.",
    where: "`financing-api/messages/answer-fields.ts`",
    ifWrong: "It is treated as missing, and the log names it.",
    observedBy: "the fields of every answer",
    judge: judgeFields,
  },
  {
    id: "error-body",
    sentence: "The body of an error may be anything.",
    where: "`financing-api/judge.ts`",
    ifWrong: "Nothing.",
    observedBy: "the bodies of refusals",
    judge: judgeErrorBody,
  },
  {
    id: "signed-validation",
    sentence:
      "The validation of a signed application is `VERIFIED_PT` with its details, and is not with others.",
    where: "`providers/consumer-financing/authorize.ts`",
    ifWrong: "A loan that was funded without the plugin is left to a person.",
    observedBy: "two validations of a signed application",
    judge: judgeValidation,
  },
  {
    id: "unknown-validation",
    sentence: "The validation of an unknown token is not `VERIFIED_PT`.",
    where: "`modules/…/operations/find-lost-token.ts`",
    ifWrong: "A lost token is adopted only with the same amount, which the status names.",
    observedBy: "the validation of an unknown token",
    judge: judgeUnknownValidation,
  },
  {
    id: "address-status",
    sentence:
      "`U` of Get status by address says that the customer was declined and the address does not match.",
    where: "`domain/address-status.ts`",
    ifWrong: "Shoppers read that the address does not match.",
    observedBy: "the status of a new application by its address",
    judge: judgeAddressStatus,
  },
  {
    id: "frame-messages",
    sentence: 'The page in an iframe reports `"pt-close"` and `{ message: "pt-confirmation" }`.',
    where: "docs/storefront.md",
    ifWrong: "The shopper comes back by the return address, or a status check finds out.",
    observedBy: null,
  },
]

import { z } from "@medusajs/framework/zod"
import { cents } from "../domain/money"
import type { Offer } from "../financing-api"
import { toCents } from "./amount"

const number = z.number().nullable()
const amount = z.int().transform(cents).nullable()

const financingOffer = z.object({
  id: z.int(),
  type: z.string().nullable(),
  termMonths: number,
  leaseMonths: number,
  loanMonths: number,
  leasePayment: amount,
  loanPayment: amount,
  /** The value of the goods when the lease ends, and as a percentage. */
  residual: amount,
  residualPercent: number,
  loanRate: number,
  moneyFactor: number,
})

/**
 * One offer of an approved customer (section "Offer"): a lease, followed by a loan. Terms in months, payments in
 * cents a month, rates and percentages as the service writes them. Null is a missing or unreadable value.
 */
export type FinancingOffer = z.output<typeof financingOffer>

const stored = z.object({ offers: z.array(financingOffer) })

/** A code word of the service; other text may echo what was sent. */
const MACHINE_WORD = /^[A-Z][A-Z_]{0,31}$/

/** Maximum of the column that stores the choice. */
const HIGHEST_ID = 2 ** 31 - 1

/**
 * Converts the service's offers (endpoint 4) to numbers only. Drops offers with an id that is not an integer within
 * the column's range. Drops contract addresses too: selecting an offer (endpoint 5) returns the one needed.
 */
export function toOffers(offers: readonly Offer[]): FinancingOffer[] {
  const readable = offers.filter(({ id }) => Number.isInteger(id) && id >= 0 && id <= HIGHEST_ID)
  return readable
    .filter(({ id }, index) => readable.findIndex((one) => one.id === id) === index)
    .map(toOffer)
}

function toOffer(offer: Offer): FinancingOffer {
  const leaseMonths = months(offer.leaseTerm)
  const loanMonths = months(offer.loanTerm)
  const sum = leaseMonths !== null && loanMonths !== null ? leaseMonths + loanMonths : null
  return {
    id: offer.id,
    type: offer.offerType !== null && MACHINE_WORD.test(offer.offerType) ? offer.offerType : null,
    // The contract: the overall term equals lease and loan part.
    termMonths: sum ?? months(offer.overallTerm),
    leaseMonths,
    loanMonths,
    leasePayment: payment(offer.leasePayment),
    loanPayment: payment(offer.loanPayment),
    residual: payment(offer.residualPayment),
    residualPercent: rate(offer.residualPercent),
    loanRate: rate(offer.loanRate),
    moneyFactor: rate(offer.moneyFactor),
  }
}

function months(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Rounds once to the cent that is charged. */
function payment(dollars: number | null): FinancingOffer["leasePayment"] {
  if (dollars === null || !Number.isFinite(dollars) || dollars < 0) return null
  return toCents(dollars)
}

function rate(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value >= 0 ? value : null
}

/** The stored form; null for none. */
export function toStoredOffers(offers: readonly FinancingOffer[]): { offers: unknown } | null {
  return offers.length > 0 ? { offers } : null
}

/** Reads stored offers; empty if unreadable. */
export function readStoredOffers(json: unknown): FinancingOffer[] {
  const parsed = stored.safeParse(json)
  return parsed.success ? parsed.data.offers : []
}

import { z } from "@medusajs/framework/zod"
import { cents } from "../domain/money"
import type { FinancingOffer } from "../domain/offer"
import type { Offer } from "../financing-api"
import { toCents } from "./amount"

/** A word of the service's; anything else could be an echo of what was sent. */
const MACHINE_WORD = /^[A-Z][A-Z_]{0,31}$/

/** The choice is kept in a column of this size. */
const HIGHEST_ID = 2 ** 31 - 1

/**
 * The service's offers (endpoint 4) as they are kept and shown: numbers only. An offer that cannot
 * be selected, because its id is no whole number or a huge one, is left out. Addresses of contracts are not taken
 * over: selecting an offer (endpoint 5) answers the one that is needed.
 */
export function toOffers(offers: readonly Offer[]): FinancingOffer[] {
  const readable = offers.filter(({ id }) => Number.isInteger(id) && id >= 0 && id <= HIGHEST_ID)
  const known = new Set<number>()
  return readable.flatMap((offer) => {
    if (known.has(offer.id)) return []
    known.add(offer.id)
    return [toOffer(offer)]
  })
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

/** To the cent, as it is charged; a service that says more digits is rounded once. */
function payment(dollars: number | null): FinancingOffer["leasePayment"] {
  if (dollars === null || !Number.isFinite(dollars) || dollars < 0) return null
  return toCents(dollars)
}

function rate(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value >= 0 ? value : null
}

const number = z.number().nullable()
const amount = z.int().transform(cents).nullable()

const stored = z.object({
  offers: z.array(
    z.object({
      id: z.int(),
      type: z.string().nullable(),
      termMonths: number,
      leaseMonths: number,
      loanMonths: number,
      leasePayment: amount,
      loanPayment: amount,
      residual: amount,
      residualPercent: number,
      loanRate: number,
      moneyFactor: number,
    })
  ),
})

/** As a row keeps them; null for none. */
export function toStoredOffers(offers: readonly FinancingOffer[]): { offers: unknown } | null {
  return offers.length > 0 ? { offers } : null
}

/** The offers that a row keeps; none when it keeps nothing readable. */
export function readStoredOffers(json: unknown): FinancingOffer[] {
  const parsed = stored.safeParse(json)
  return parsed.success ? parsed.data.offers : []
}

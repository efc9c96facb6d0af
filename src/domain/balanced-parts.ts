import { cents, subtract, sum, ZERO_CENTS, type Cents } from "./money"

/** The parts of an amount. Nets are per line, for all its units. */
export type Parts = { nets: Cents[]; shipping: Cents; taxes: Cents }

/** Σ nets + shipping + taxes. */
export function worth(parts: Parts): Cents {
  return sum([...parts.nets, parts.shipping, parts.taxes])
}

/**
 * Makes the parts add up to `total` exactly, with nothing below zero.
 * `credit` is what gift cards and credit lines paid: it comes off the items in proportion, then off
 * shipping, then off taxes. What rounding leaves goes to the taxes; where there are none, or they
 * would fall below zero, to the largest items.
 * Throws RangeError when `total` is negative.
 */
export function balance(parts: Parts, total: Cents, credit: Cents = ZERO_CENTS): Parts {
  if (total < 0) {
    throw new RangeError("Parts cannot add up to less than nothing.")
  }
  const credited = takeOff(parts, credit)
  const residue = subtract(total, worth(credited))
  if (residue >= 0 && credited.taxes === 0) {
    return addToLargest(credited, residue)
  }
  const taxes = credited.taxes + residue
  if (taxes >= 0) {
    return { ...credited, taxes: cents(taxes) }
  }
  return takeOff({ ...credited, taxes: ZERO_CENTS }, cents(-taxes))
}

/**
 * Lowers the parts by `amount`: items in proportion, and when they are at zero shipping, then
 * taxes. Amounts beyond what is there take everything.
 */
export function takeOff(parts: Parts, amount: Cents): Parts {
  const fromItems = cents(Math.min(amount, sum(parts.nets)))
  const fromShipping = cents(Math.min(amount - fromItems, parts.shipping))
  const fromTaxes = cents(Math.min(amount - fromItems - fromShipping, parts.taxes))
  return {
    nets: lower(parts.nets, fromItems),
    shipping: subtract(parts.shipping, fromShipping),
    taxes: subtract(parts.taxes, fromTaxes),
  }
}

/** In proportion, rounded down; the cents that remain come off the largest lines that have them. */
function lower(nets: readonly Cents[], amount: Cents): Cents[] {
  const all = sum(nets)
  if (all === 0) {
    return [...nets]
  }
  const lowered = nets.map((net) => subtract(net, portion(net, amount, all)))
  const rest = amount - (all - sum(lowered))
  const largestFirst = nets.map((_, index) => index).sort((a, b) => at(nets, b) - at(nets, a))
  // Each line was rounded by less than a cent: there are fewer cents left than lines that have one.
  for (const index of largestFirst.slice(0, rest)) {
    lowered[index] = cents(at(lowered, index) - 1)
  }
  return lowered
}

/** amount × net ⁄ all, rounded down; in BigInt, since the product can leave the safe integers. */
function portion(net: Cents, amount: Cents, all: Cents): Cents {
  return cents(Number((BigInt(net) * BigInt(amount)) / BigInt(all)))
}

function addToLargest(parts: Parts, amount: Cents): Parts {
  const largest = parts.nets.indexOf(cents(Math.max(0, ...parts.nets)))
  if (largest === -1) {
    return { ...parts, shipping: cents(parts.shipping + amount) }
  }
  const nets = parts.nets.map((net, index) => (index === largest ? cents(net + amount) : net))
  return { ...parts, nets }
}

function at(amounts: readonly Cents[], index: number): number {
  return amounts[index] ?? 0
}

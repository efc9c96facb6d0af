import { cents, subtract, sum, ZERO_CENTS, type Cents } from "./money"

/** The parts of an amount. Nets are per line, for all its units. */
export type Parts = { nets: Cents[]; shipping: Cents; taxes: Cents }

/** Σ nets + shipping + taxes. */
export function worth(parts: Parts): Cents {
  return sum([...parts.nets, parts.shipping, parts.taxes])
}

/**
 * Makes the parts add up to `total` exactly, with nothing below zero. Deducts `credit` (gift cards and credit lines)
 * from the items in proportion, then from shipping, then from taxes. Adds the rounding difference to the taxes;
 * without sufficient taxes, to the largest items.
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

/** Lowers the parts by `amount`: items in proportion, then shipping, then taxes, down to zero. */
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

/** Lowers in proportion, rounded down; the remaining cents come off the largest lines. */
function lower(nets: readonly Cents[], amount: Cents): Cents[] {
  const all = sum(nets)
  if (all === 0) {
    return [...nets]
  }
  const lowered = nets.map((net) => subtract(net, portion(net, amount, all)))
  const rest = amount - (all - sum(lowered))
  const largestFirst = nets.map((_, index) => index).sort((a, b) => at(nets, b) - at(nets, a))
  // Each line was rounded by less than a cent, so fewer cents remain than lines above zero.
  for (const index of largestFirst.slice(0, rest)) {
    lowered[index] = cents(at(lowered, index) - 1)
  }
  return lowered
}

/** amount × net ⁄ all, rounded down; in BigInt, because the product can exceed the safe integers. */
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

// "PO Box", "P.O. Box", "P O Box", "P/O Box", "Post Office Box", "POB": always with the box's number, or one letter
// at the very end. Without it, "Box Canyon Rd" and "123 PO Box Lane" are streets. Rural boxes ("RR 2 Box 18", "PSC 3
// Box 1200") are delivered to and are no PO boxes.
const PREFIX = String.raw`\b(?:p[\s./-]{0,2}o[\s./-]{0,2}box|post(?:al)? office box|pob)`
const NUMBER = String.raw`[\s.:,-]{0,3}(?:#|no\.?|num(?:ber)?)?[\s.:-]{0,2}(?:[a-z]?-?\d|[a-z]$)`
const PO_BOX = new RegExp(PREFIX + NUMBER, "i")

/**
 * Whether a street line is certainly a PO box, to which the service does not finance ("Create order", rules). False
 * for doubtful forms: the service's null token decides those.
 */
export function isPoBox(street: string): boolean {
  return PO_BOX.test(street.replace(/\s+/g, " ").trim())
}

const PLACE = "financing-claim"

/** A guest's right to their pre-approval, told once: the browser keeps it. */
export const keepClaim = (claim: string) => localStorage.setItem(PLACE, claim)
export const keptClaim = () => localStorage.getItem(PLACE)
export const forgetClaim = () => localStorage.removeItem(PLACE)

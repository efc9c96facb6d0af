const PLACE = "financing-claim"

/** A guest's claim to a pre-approval. The API returns it only once, so local storage holds it. */
export const keepClaim = (claim: string) => localStorage.setItem(PLACE, claim)
export const keptClaim = () => localStorage.getItem(PLACE)
export const forgetClaim = () => localStorage.removeItem(PLACE)

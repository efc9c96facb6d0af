const STORAGE_KEY = "financing-claim"

/** A guest's claim to a pre-approval. The API returns it only once, so local storage holds it. */
export const saveClaim = (claim: string) => localStorage.setItem(STORAGE_KEY, claim)
export const readClaim = () => localStorage.getItem(STORAGE_KEY)
export const removeClaim = () => localStorage.removeItem(STORAGE_KEY)

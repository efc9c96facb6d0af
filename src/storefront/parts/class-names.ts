/** Your own classes for the pieces of a part, in addition to the kit's `cf-…` classes. */
export type ClassNames<Piece extends string> = {
  classNames?: Partial<Record<Piece | "root", string>>
}

/** Returns a function that builds a piece's class names: `cf-option-title` plus your own class. */
export const namesOf =
  <Piece extends string>(part: string, { classNames }: ClassNames<Piece>) =>
  (piece?: Piece): string => {
    const customClass = classNames?.[piece ?? "root"]
    return `cf-${part}${piece ? `-${piece}` : ""}${customClass ? ` ${customClass}` : ""}`
  }
